import { sayActor } from '../facts/sentences/say/say-actor.ts';
import { approvers, lapsedIn } from '../instructions/history.ts';
import type {
  Confirmation,
  Content,
  Instruction,
  InstructionState,
  InstructionStatus,
  Origin,
} from '../instructions/instruction.ts';
import type { AnomalyCause, NotSentCause, UnknownCause } from '../outcomes/outcome.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody, EventOrigin } from './treasury-event.ts';

type Withdrawal = Content & { readonly kind: 'withdrawal' };
type Trade = Content & { readonly kind: 'trade' };

/** The fields that every event of an instruction has. Amounts are decimal text. */
interface InstructionData<Described extends Content> {
  readonly instructionId: string;
  /** Grows with every write of the instruction: the order of its events. */
  readonly version: number;
  readonly state: InstructionState;
  /** Null if it is new. */
  readonly previousState: InstructionState | null;
  readonly origin: EventOrigin;
  readonly content: Described;
}

type Nothing = Readonly<Record<never, never>>;

/** The roles that may state that it was executed, and that it was not. */
export const RELEASERS = ['people', 'evidence'] as const;
export const CONFIRMERS = ['service', ...RELEASERS] as const;

/**
 * The fields that each event has beyond that. Never a person's comment, the service's response, a balance or anything
 * of the claim but its bounds in time.
 */
export interface InstructionDetails {
  readonly proposed: Nothing;
  readonly 'awaiting-approval': { readonly expiresAt: Instant; readonly approvalsRequired: number };
  readonly 'approval-given': {
    readonly by: string;
    readonly approvals: number;
    readonly approvalsRequired: number;
    readonly expiresAt: Instant;
  };
  /** The people who approved; or the rule or limit, if no person had to. */
  readonly approved: { readonly by: readonly string[] };
  readonly declined: { readonly by: string };
  readonly expired: Nothing;
  readonly cancelled: { readonly reason: string };
  readonly sending: { readonly sendBy: Instant };
  readonly confirmed: {
    readonly confirmedBy: (typeof CONFIRMERS)[number];
    readonly people: readonly string[];
    /** The service's own ids, of the withdrawals or the trade, if they are known. */
    readonly serviceIds: readonly string[];
  };
  readonly 'not-sent': { readonly cause: NotSentCause };
  /** The status of the service's answer. */
  readonly rejected: { readonly status: number };
  readonly unknown: { readonly cause: UnknownCause; readonly quarantineUntil: Instant };
  readonly anomaly: { readonly cause: AnomalyCause; readonly quarantineUntil: Instant };
  readonly released: {
    readonly releasedBy: (typeof RELEASERS)[number];
    readonly people: readonly string[];
  };
  readonly 'settlement-proposed': { readonly by: string; readonly executed: boolean };
  readonly 'settlement-withdrawn': Nothing;
  /** Whose statement no longer holds. */
  readonly 'settlement-lapsed': { readonly by: string; readonly executed: boolean };
}

export type InstructionTopic = keyof InstructionDetails;

export type InstructionEvents = {
  readonly [Topic in InstructionTopic as `com.sluice.withdrawal.${Topic}`]: InstructionData<Withdrawal> &
    InstructionDetails[Topic];
} & {
  readonly [Topic in InstructionTopic as `com.sluice.trade.${Topic}`]: InstructionData<Trade> &
    InstructionDetails[Topic];
};

type Described = {
  readonly [Topic in InstructionTopic]: {
    readonly topic: Topic;
    readonly at: Instant;
    readonly details: InstructionDetails[Topic];
  };
}[InstructionTopic];

/** One event for each new state, each approval, each word of settlement; none for additional evidence. */
export function instructionEvent({ before, after }: MoveOf<'instruction'>): EventBody | null {
  const told =
    before?.status.state === after.status.state
      ? describeNote(before, after)
      : describeState(after.status);
  if (told === null) return null;
  const { id, version, content, status, origin } = after;
  return {
    type: `com.sluice.${content.kind}.${told.topic}`,
    subject: id,
    time: told.at,
    write: `${id}/${version}`,
    data: {
      instructionId: id,
      version,
      state: status.state,
      previousState: before?.status.state ?? null,
      origin: describeOrigin(origin),
      content,
      ...told.details,
    },
    // The kind of the content and the topic of the details make the type; the compiler cannot follow.
  } as EventBody;
}

/** The event of an instruction that stays in its state. */
function describeNote(before: Instruction, after: Instruction): Described | null {
  const { status } = after;
  if (status.state === 'awaiting-approval') return describeApproval(before.status, status);
  const { settlement } = after;
  if (settlement === undefined) {
    if (before.settlement === undefined) return null;
    const lapsed = lapsedIn(after);
    if (lapsed === null) {
      const at = after.history.at(-1)?.at ?? status.at;
      return { topic: 'settlement-withdrawn', at, details: {} };
    }
    const { by, executed } = lapsed.fact;
    return { topic: 'settlement-lapsed', at: lapsed.at, details: { by, executed } };
  }
  const { by, at, executed } = settlement;
  if (before.settlement?.by === by && before.settlement.at === at) return null;
  return { topic: 'settlement-proposed', at, details: { by, executed } };
}

function describeApproval(
  before: InstructionStatus,
  {
    approvals = [],
    approvalsRequired = 1,
    expiresAt,
  }: InstructionStatus & { readonly state: 'awaiting-approval' },
): Described | null {
  const known = 'approvals' in before ? (before.approvals?.length ?? 0) : 0;
  const last = approvals.at(-1);
  if (last === undefined || approvals.length <= known) return null;
  const count = approvals.length;
  return {
    topic: 'approval-given',
    at: last.at,
    details: { by: last.by, approvals: count, approvalsRequired, expiresAt },
  };
}

function describeState(status: InstructionStatus): Described {
  const { at } = status;
  switch (status.state) {
    case 'proposed':
    case 'expired':
      return { topic: status.state, at, details: {} };
    case 'awaiting-approval': {
      const { expiresAt, approvalsRequired = 1 } = status;
      return { topic: status.state, at, details: { expiresAt, approvalsRequired } };
    }
    case 'approved': {
      const by = approvers(status).map((each) => sayActor(each));
      return { topic: status.state, at, details: { by } };
    }
    case 'declined':
      return { topic: status.state, at, details: { by: status.by } };
    case 'cancelled':
      return { topic: status.state, at, details: { reason: status.reason } };
    case 'sending':
      return { topic: status.state, at, details: { sendBy: status.claim.sendBy } };
    case 'confirmed':
      return { topic: status.state, at, details: describeConfirmation(status.confirmation) };
    case 'not-sent':
      return { topic: status.state, at, details: { cause: status.cause } };
    case 'rejected':
      return { topic: status.state, at, details: { status: status.status } };
    case 'unknown': {
      const { cause, claim } = status;
      return {
        topic: status.state,
        at,
        details: { cause, quarantineUntil: claim.quarantineUntil },
      };
    }
    case 'anomaly': {
      const { cause, claim } = status;
      return {
        topic: status.state,
        at,
        details: { cause, quarantineUntil: claim.quarantineUntil },
      };
    }
    case 'released': {
      const people = status.by === 'evidence' ? [] : [...status.by];
      const releasedBy = status.by === 'evidence' ? 'evidence' : 'people';
      return { topic: status.state, at, details: { releasedBy, people } };
    }
    default:
      return status satisfies never;
  }
}

function describeConfirmation(confirmation: Confirmation): InstructionDetails['confirmed'] {
  switch (confirmation.kind) {
    case 'withdrawal':
      return {
        confirmedBy: 'service',
        people: [],
        serviceIds: confirmation.withdrawals.map(({ id }) => id),
      };
    case 'trade': {
      const { id } = confirmation.trade;
      return { confirmedBy: 'service', people: [], serviceIds: id === undefined ? [] : [id] };
    }
    case 'settled': {
      const { by, withdrawalId } = confirmation;
      const serviceIds = withdrawalId === undefined ? [] : [withdrawalId];
      return { confirmedBy: 'people', people: [...by], serviceIds };
    }
    case 'evidence':
      return { confirmedBy: 'evidence', people: [], serviceIds: [] };
    default:
      return confirmation satisfies never;
  }
}

function describeOrigin(origin: Origin): EventOrigin {
  if (origin.kind === 'request') return { kind: 'request', requestedBy: origin.requestedBy };
  const { ruleId, ruleVersion, occurrence, split } = origin;
  const told = { kind: 'sweep', ruleId, ruleVersion, occurrence } as const;
  if (split === undefined) return told;
  const { part, of, total } = split;
  return { ...told, split: { part, of, total } };
}
