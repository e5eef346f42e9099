import * as z from 'zod/mini';
import {
  CONFIRMERS,
  type InstructionDetails,
  type InstructionTopic,
  RELEASERS,
} from '../../treasury/events/instruction-events.ts';
import { INSTRUCTION_STATES } from '../../treasury/instructions/instruction.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import {
  ANOMALY_CAUSES,
  NOT_SENT_CAUSES,
  TRADE_SIDES,
  UNKNOWN_CAUSES,
} from '../../treasury/outcomes/outcome.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { type EventKind, names, text, version } from './event-kind.ts';

const state = z.enum(INSTRUCTION_STATES);

const origin = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sweep'),
    ruleId: text,
    ruleVersion: version,
    occurrence: instant,
    split: z.exactOptional(
      z.strictObject({
        part: version.check(z.describe('of a sweep among several accounts, from 1')),
        of: version,
        total: decimalText.check(z.describe('the whole amount that the rule decided')),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal('request'), requestedBy: text }),
]);

const instruction = z.strictObject({
  instructionId: text,
  version: version.check(
    z.describe('grows with every write: the order of the events of an instruction'),
  ),
  state,
  previousState: z.nullable(state).check(z.describe('null where it is new')),
  origin,
});

/** Of the request, for the systems of whoever made it. */
const labels = {
  reference: z.exactOptional(text),
  metadata: z.exactOptional(z.record(z.string(), z.string())),
};

const contents = {
  withdrawal: z.strictObject({
    kind: z.literal('withdrawal'),
    currency: text,
    amount: decimalText,
    withdrawalAccountId: text,
    accountLabel: text,
    ...labels,
  }),
  trade: z.strictObject({
    kind: z.literal('trade'),
    instrument: text,
    side: z.enum(TRADE_SIDES),
    price: decimalText,
    amount: decimalText,
    ...labels,
  }),
} as const;

interface Topic<Data> {
  readonly when: string;
  readonly data: z.ZodMiniObject<z.core.$ZodShape, z.core.$strict> & z.ZodMiniType<Data>;
}

const quarantineUntil = instant.check(
  z.describe('until then no person may settle it as not executed'),
);

const INSTRUCTION_TOPICS: { readonly [Name in InstructionTopic]: Topic<InstructionDetails[Name]> } =
  {
    proposed: { when: 'the command was recorded', data: z.strictObject({}) },
    'awaiting-approval': {
      when: 'it waits for an approval',
      data: z.strictObject({ expiresAt: instant, approvalsRequired: z.int().check(z.positive()) }),
    },
    'approval-given': {
      when: 'one person approved; it waits for another',
      data: z.strictObject({
        by: text,
        approvals: z.int().check(z.positive()),
        approvalsRequired: z.int().check(z.positive()),
        expiresAt: instant,
      }),
    },
    approved: {
      when: 'it will be sent',
      data: z.strictObject({
        by: names.check(z.describe('people, or the rule or limit that approved')),
      }),
    },
    declined: { when: 'a person declined it', data: z.strictObject({ by: text }) },
    expired: { when: 'no approval came in time', data: z.strictObject({}) },
    cancelled: {
      when: 'it will not be sent: a person cancelled it, or balances or policy no longer allow it',
      data: z.strictObject({ reason: text }),
    },
    sending: {
      when: 'the sender claimed it; the request leaves before sendBy or never',
      data: z.strictObject({ sendBy: instant }),
    },
    confirmed: {
      when: 'the service carried it out',
      data: z.strictObject({
        confirmedBy: z.enum(CONFIRMERS),
        people: names,
        serviceIds: z
          .array(z.string())
          .check(z.describe("the service's own ids, where they are known")),
      }),
    },
    'not-sent': {
      when: 'no byte of the request left',
      data: z.strictObject({ cause: z.enum(NOT_SENT_CAUSES) }),
    },
    rejected: {
      when: 'the service refused it',
      data: z.strictObject({
        status: z.int().check(z.describe("the HTTP status of the service's answer")),
      }),
    },
    unknown: {
      when: 'the outcome is unknown; its currencies are blocked',
      data: z.strictObject({ cause: z.enum(UNKNOWN_CAUSES), quarantineUntil }),
    },
    anomaly: {
      when: 'the answer contradicts the request; everything is halted',
      data: z.strictObject({ cause: z.enum(ANOMALY_CAUSES), quarantineUntil }),
    },
    released: {
      when: 'it was settled as not executed',
      data: z.strictObject({ releasedBy: z.enum(RELEASERS), people: names }),
    },
    'settlement-proposed': {
      when: 'one person proposed the outcome; it waits for another',
      data: z.strictObject({ by: text, executed: z.boolean() }),
    },
    'settlement-lapsed': {
      when: 'what one person proposed no longer holds: the balances have moved since',
      data: z.strictObject({ by: text, executed: z.boolean() }),
    },
    'settlement-withdrawn': {
      when: 'the proposed outcome was retracted',
      data: z.strictObject({}),
    },
  };

/** The fields that every event of an instruction has. */
export const SHARED_FIELDS: readonly string[] = [...Object.keys(instruction.shape), 'content'];

/** The types of event of a withdrawal, or of a trade. */
export function instructionKinds(kind: keyof typeof contents): Readonly<Record<string, EventKind>> {
  return Object.fromEntries(
    Object.entries(INSTRUCTION_TOPICS).map(([topic, { when, data }]) => {
      const whole = z.extend(z.extend(instruction, { content: contents[kind] }), data.shape);
      // Type and shape are put together by name here; a test checks every event against its schema.
      return [`com.sluice.${kind}.${topic}`, { when, data: whole } as unknown as EventKind];
    }),
  );
}
