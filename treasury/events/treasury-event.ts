import type { Origin, PartOfRun } from '../instructions/instruction.ts';
import type { Instant } from '../time/instant.ts';
import type { AccessEvents } from './access-events.ts';
import type { BreakEvents } from './break-events.ts';
import type { ChangeEvents } from './change-events.ts';
import type { ClosedDayEvents } from './closed-day-events.ts';
import type { ControlsEvents } from './controls-events.ts';
import type { Sequence } from './event-batch.ts';
import type { ExportEvents } from './export-events.ts';
import type { FailingRuleEvents } from './failing-rule-events.ts';
import type { FailingWebhookEvents } from './failing-webhook-events.ts';
import type { HaltEvents } from './halt-events.ts';
import type { InstructionEvents } from './instruction-events.ts';
import type { LaneEvents } from './lane-events.ts';
import type { LowBalanceEvents } from './low-balance-events.ts';
import type { MissedEvents } from './missed-events.ts';
import type { PolicyItemEvents } from './policy-item-events.ts';
import type { ReminderEvents } from './reminder-events.ts';
import type { SnapshotEvents } from './snapshot-events.ts';
import type { StatementEvents } from './statement-events.ts';
import type { TokenEvents } from './token-events.ts';
import type { UnbookedEvents } from './unbooked-events.ts';

/** Every type of event there is, with its data: one topic, one module. Another topic joins here. */
export type EventDataByType = InstructionEvents &
  ChangeEvents &
  PolicyItemEvents &
  ControlsEvents &
  HaltEvents &
  BreakEvents &
  MissedEvents &
  UnbookedEvents &
  StatementEvents &
  ClosedDayEvents &
  AccessEvents &
  LaneEvents &
  SnapshotEvents &
  ExportEvents &
  ReminderEvents &
  LowBalanceEvents &
  FailingRuleEvents &
  FailingWebhookEvents &
  TokenEvents;

export type EventType = keyof EventDataByType & string;

/** The name of the schema of a type's data. */
export type SchemaName<Type extends string> = `urn:sluice:event:${Type}`;

export function schemaName<Type extends string>(type: Type): SchemaName<Type> {
  return `urn:sluice:event:${type}`;
}

/** The event before it is put into its envelope. */
export type EventBody = {
  readonly [Type in EventType]: {
    readonly type: Type;
    /** The subject: the id of the instruction, the change, the rule, the account, the break. */
    readonly subject: string;
    /** The state's own time. */
    readonly time: Instant;
    /** With the tenant and the type's topic it is the event's identity: one write, one event. */
    readonly write: string;
    readonly data: EventDataByType[Type];
  };
}[EventType];

/** A CloudEvent (1.0), in its structured form. `tenant` is an extension attribute. */
export type TreasuryEvent<Type extends EventType = EventType> = Type extends EventType
  ? {
      readonly specversion: '1.0';
      /** The same for the same change, however often it is delivered. */
      readonly id: string;
      /** Which deployment: "urn:sluice:prod". */
      readonly source: string;
      readonly type: Type;
      readonly subject: string;
      readonly time: Instant;
      readonly tenant: string;
      readonly datacontenttype: 'application/json';
      /** The name of the schema of its data, as docs/events.schema.json has it. */
      readonly dataschema: SchemaName<Type>;
      /** Its place in the tenant's feed; absent until the feed has it. */
      readonly sequence?: Sequence;
      readonly data: EventDataByType[Type];
    }
  : never;

type SweepOrigin = Origin & { readonly kind: 'sweep' };

/** The origin of a command, without the key and the fingerprint of a request. */
export type EventOrigin =
  | (Pick<SweepOrigin, 'kind' | 'ruleId' | 'ruleVersion' | 'occurrence'> & {
      /** Of a rule with a split: "part 2 of 3". */
      readonly split?: Pick<PartOfRun, 'part' | 'of' | 'total'>;
    })
  | Pick<Origin & { readonly kind: 'request' }, 'kind' | 'requestedBy'>;
