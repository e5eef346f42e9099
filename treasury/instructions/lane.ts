import * as z from 'zod/mini';
import { bookingSchema, NOTHING_UNBOOKED } from '../booking/booking.ts';
import { type Counter, debitSchema } from '../counters/counter.ts';
import { countsSchema } from '../counters/counts.ts';
import { stopFactSchema } from '../facts/stop-fact.ts';
import { decimalText } from '../money/decimal-text.ts';
import { seenFields } from '../outcomes/outcome.ts';
import { discriminants, record, type Stored } from '../records/record.ts';
import { type Instant, later } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import { firstPaymentDebitSchema, paidDestinationSchema } from './paid-destination.ts';

const openInstructionSchema = record(() => ({
  instructionId: z.string(),
  /** The rule it comes from; absent if a person requested it. */
  ruleId: z.exactOptional(z.string()),
  /** Decimal text in the lane's currency. */
  amount: decimalText,
  /** The account that a withdrawal pays to. */
  accountId: z.exactOptional(z.string()),
  /**
   * People who approve a withdrawal, or have; a withdrawal without approval counts against the limits of approvals.
   */
  people: z.exactOptional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
}));

/** An instruction of this lane's currency that is not closed and not yet claimed. */
export type OpenInstruction = Stored<typeof openInstructionSchema>;

export const claimRecordSchema = record(() => ({
  instructionId: z.string(),
  /** Random, of the one invocation that may send. */
  nonce: z.string(),
  claimedAt: instant,
  /** Sending may begin before this moment only. */
  sendBy: instant,
  /** Nothing is released before: sendBy + function timeout + bound for late execution. */
  quarantineUntil: instant,
  /** Total balance of the lane's currency as read before the claim; decimal text. */
  balanceBefore: decimalText,
  /** Of a trade's own copy: the balance of the quote currency, whose lane has it as `balanceBefore`. */
  quoteBalanceBefore: z.exactOptional(decimalText),
  /** Of a trade's own copy: the most that executing it takes out of the quote currency, whose lane has it as `outgoing`. */
  quoteOutgoing: z.exactOptional(decimalText),
  /** The most that executing it takes out of the lane's currency; decimal text. Absent if it takes nothing out. */
  outgoing: z.exactOptional(decimalText),
  /** The largest fee that the service may take beside it, if `outgoing` does not include it; absent: none. */
  fee: z.exactOptional(decimalText),
  /**
   * What it debited, to be given back if nothing left: listed once, in the lane that pays. Empty in the other lane of a
   * trade; absent if nothing counts it.
   */
  debits: z.exactOptional(z.array(debitSchema)),
  /** The version of the outflow usage that this claim wrote, if it wrote one. */
  outflowVersion: z.exactOptional(z.int().check(z.positive())),
  /** The debit of a first-payment maximum, given back in the same way. */
  firstPayment: z.exactOptional(firstPaymentDebitSchema),
}));

/** The record of the claim, kept until the outcome is settled. */
export type ClaimRecord = Stored<typeof claimRecordSchema>;

const claimed = <State extends string>(state: State) =>
  record(() => ({ state: z.literal(state), claim: claimRecordSchema, since: instant }));

const status = z.discriminatedUnion('state', [
  record(() => ({ state: z.literal('idle') })),
  record(() => ({ state: z.literal('sending'), claim: claimRecordSchema })),
  claimed('rejected'),
  claimed('unknown'),
  claimed('anomaly'),
]);

/**
 * The status of a lane. One instruction at a time holds a currency, from the claim until its outcome is known.
 * idle: free. sending: an invocation holds it. rejected: a 4xx, held until a balance after the
 * quarantine shows no unexplained fall. unknown: held until settled. anomaly: held, all halted.
 */
export type LaneStatus = Stored<typeof status>;

/** The latest run of a rule with a split: the parts of it that have left, or may have. */
const runUsageSchema = record(() => ({
  /** The occurrence of the rule's schedule that the run answers. */
  occurrence: instant,
  /** By the number of the part: claimed, and not given back. Decimal text in the lane's currency. */
  left: z.record(
    z.string(),
    record(() => ({
      amount: decimalText,
      /** The largest fee that may have been taken beside it. */
      fee: decimalText,
    })),
  ),
  /** The rule's last claim before this run: its parts do not wait for each other's pause. */
  claimedBefore: z.exactOptional(instant),
}));

/** How an instruction of a rule did not leave, or is not known to have. */
export const FAILURE_OUTCOMES = [
  'rejected',
  'not-sent',
  'unknown',
  'anomaly',
  'cancelled',
] as const;

export const failureRowSchema = record(() => ({
  /** Instructions in a row, since the last that was confirmed. */
  count: z.int().check(z.positive()),
  /** When the first of them ended. */
  since: instant,
  /** Of the last: when it ended, for which occurrence it was, and how it ended. */
  at: instant,
  occurrence: instant,
  instructionId: z.string(),
  outcome: z.enum(FAILURE_OUTCOMES),
  /** The status of the service's answer, the cause, or the reason of the cancellation. */
  reason: z.string(),
  /** What was seen of the request. */
  ...seenFields,
  /** Why it was cancelled. */
  why: z.exactOptional(stopFactSchema),
}));

/** What of a rule did not leave to one destination, in a row. */
export type FailureRow = Stored<typeof failureRowSchema>;

export const ruleUsageSchema = record(() => ({
  lastClaimedAt: z.exactOptional(instant),
  /** When the last that was confirmed had been claimed. */
  lastLeftAt: z.exactOptional(instant),
  lastOccurrence: z.exactOptional(instant),
  /** The last time of the schedule that stood behind it, if calendars had moved it there; absent: itself. */
  lastScheduled: z.exactOptional(instant),
  /** Times of the schedule up to this one were used up before the last change of the rule or its calendars. */
  usedBefore: z.exactOptional(instant),
  /** Failures since the last confirmed sweep: the pause grows with them. */
  failures: z.int().check(z.nonnegative()),
  backoffUntil: z.exactOptional(instant),
  /** By destination: what did not leave in a row. Absent if the last of each did. */
  failing: z.exactOptional(z.record(z.string(), failureRowSchema)),
  /** Absent if the last claim was of no split. */
  run: z.exactOptional(runUsageSchema),
}));

/** What a rule has done here, beside what its budgets count. */
export type RuleUsage = Stored<typeof ruleUsageSchema>;

/**
 * Earlier flows a lane remembers. One instruction at a time passes through a lane, so these are the last four that
 * did; if a service shows its bookings later than four more of them, no evidence can help.
 */
export const MAX_RECENT_FLOWS = 4;

export const laneFlowSchema = record(() => ({
  instructionId: z.string(),
  /** Signed decimal text in the lane's currency, as asked for. */
  change: decimalText,
  /** When it was recorded as executed. */
  at: instant,
}));

/** The effect of an executed instruction on the lane's currency. */
export type LaneFlow = Stored<typeof laneFlowSchema>;

export const laneSchema = record(() => ({
  tenant: z.string(),
  currency: z.string(),
  epoch: z.string(),
  version: z.int().check(z.positive()),
  status,
  open: z.record(z.string(), openInstructionSchema),
  usage: z.record(z.string(), ruleUsageSchema),
  /** What limits count of this currency alone: of rules, and of destinations that no person approved. */
  counts: countsSchema,
  /** Grows with every change of the counts, whose own item has the same version. Absent: nothing was counted yet. */
  countsVersion: z.exactOptional(z.int().check(z.positive())),
  /** Fields of the counts' own item that a later version added: whoever writes the counts writes them again. */
  countsBeside: z.exactOptional(z.record(z.string(), z.unknown())),
  /** The latest flows, oldest first: those that a balance may show late. */
  recent: z.exactOptional(z.array(laneFlowSchema)),
  /** When two people last armed it in a restored ledger: no occurrence up to then is decided again. */
  rearmedAt: z.exactOptional(instant),
  /** Claimed amounts that no balance has shown yet. */
  booking: bookingSchema,
  /** When an outcome was last recorded or settled: no amount is computed from an earlier balance. */
  concludedAt: z.exactOptional(instant),
  /**
   * The version of the outflow usage that the latest claim here wrote: the usage is never of an earlier one, unless
   * another program than Sluice has put it back.
   */
  outflowVersion: z.exactOptional(z.int().check(z.positive())),
  /** By account, in lower case: what the service says of the places that were paid, and what left for unnamed ones. */
  destinations: z.exactOptional(z.record(z.string(), paidDestinationSchema)),
}));

/**
 * One per tenant and currency. `epoch` is the identity of the table the lane was armed in: a lane that comes out of a
 * backup carries another table's and blocks. `version` grows with every write.
 */
export type Lane = Stored<typeof laneSchema>;

/**
 * Rules read their usage here: a rule without any has used nothing. Re-arming a lane moves the last occurrence of
 * every rule, including rules made later: this ledger cannot know which were used.
 */
export function usageOf(lane: Lane, ruleId: string): RuleUsage {
  const own = Object.hasOwn(lane.usage, ruleId) ? lane.usage[ruleId] : undefined;
  const usage = own ?? { failures: 0 };
  if (lane.rearmedAt === undefined) return usage;
  const floor = lastIdOf(lane.rearmedAt);
  return { ...usage, lastOccurrence: later(usage.lastOccurrence ?? floor, floor) };
}

/** The counter of a rule's budgets. */
export function ruleCounter({ currency: unit }: Pick<Lane, 'currency'>, ruleId: string): Counter {
  return { kind: 'rule', of: ruleId, unit };
}

/** The last moment whose instruction has the same id as one of this second, which ids are told apart by. */
export function lastIdOf(instant: Instant): Instant {
  return `${instant.slice(0, -'000Z'.length)}999Z`;
}

/** No table has this identity. */
const UNREADABLE_EPOCH = 'unreadable';

/**
 * Stands for a lane whose item, or that of its counts, cannot be read. It is armed in no table, so that nothing is decided,
 * claimed or given back there, and no condition of a write holds for it. What it says of amounts is nothing: whoever adds up
 * lanes asks `isUnreadable` first, since what is not known is not zero.
 */
export function unreadableLane(tenant: string, currency: string): Lane {
  return { ...newLane(tenant, currency, UNREADABLE_EPOCH), version: 0 };
}

export function isUnreadable({ epoch }: Pick<Lane, 'epoch'>): boolean {
  return epoch === UNREADABLE_EPOCH;
}

export function newLane(tenant: string, currency: string, epoch: string): Lane {
  return {
    tenant,
    currency,
    epoch,
    version: 1,
    status: { state: 'idle' },
    open: {},
    usage: {},
    counts: [],
    booking: NOTHING_UNBOOKED,
  };
}

/**
 * The states that a lane is shown in: its own, that of a ledger which was restored and not re-armed, or none that can be
 * read.
 */
export const LANE_STATES = [...discriminants(status), 'disarmed', 'unreadable'] as const;
