import { type Booking, NOTHING_UNBOOKED } from '../booking/booking.ts';
import { type Instant, later } from '../time/instant.ts';

/** An instruction of this lane's currency that is not closed and not yet claimed. */
export interface OpenInstruction {
  readonly instructionId: string;
  /** The rule it comes from; absent where a person asked for it. */
  readonly ruleId?: string;
  /** Decimal text in the lane's currency. */
  readonly amount: string;
  /** Where a withdrawal goes. */
  readonly accountId?: string;
  /** People who approve a withdrawal, or have; what nobody does counts against the limits of approvals. */
  readonly people?: 0 | 1 | 2;
}

/** What the claim wrote down, kept until the outcome is settled. */
export interface ClaimRecord {
  readonly instructionId: string;
  /** Random, of the one invocation that may send. */
  readonly nonce: string;
  readonly claimedAt: Instant;
  /** Sending may begin before this moment only. */
  readonly sendBy: Instant;
  /** Nothing is released before: sendBy + function timeout + bound for late execution. */
  readonly quarantineUntil: Instant;
  /** Total balance of the lane's currency as read before the claim; decimal text. */
  readonly balanceBefore: string;
  /** What executing it takes out of the lane's currency, at most; decimal text. Absent where it takes nothing out. */
  readonly outgoing?: string;
  /** The largest fee that the service may take beside it, where `outgoing` does not hold it; absent: none. */
  readonly fee?: string;
  /** What was debited from a rule's budgets, to be given back if nothing left. */
  readonly debit?: BudgetDebit;
  /** What counts against the limits of approvals, given back in the same way. */
  readonly approvalDebit?: ApprovalDebit;
  /** The same of a trade: given back with whatever says that nothing was executed. */
  readonly tradeDebit?: TradeDebit;
}

/** What a trade's claim debited from the rolling limits of its client and of whoever asked for it. */
export interface TradeDebit {
  readonly by: string;
  /** Decimal text in `currency`, the reporting currency of that moment. */
  readonly amount: string;
  readonly currency: string;
  readonly at: Instant;
  /** Set where another person approved it: it does not count against the limit of what nobody does. */
  readonly approved?: true;
}

export interface BudgetDebit {
  readonly ruleId: string;
  readonly amount: string;
  readonly at: Instant;
}

/** What a claim lets leave with the approval of fewer people than there can be. */
export interface ApprovalDebit {
  readonly accountId: string;
  /** Decimal text in the lane's currency. */
  readonly amount: string;
  /** People who approved it. */
  readonly people: 0 | 1;
  /** What it is worth in the reporting currency; absent where the controls have no tiers. */
  readonly value?: { readonly amount: string; readonly currency: string };
  readonly at: Instant;
}

/** What went to one account without anybody's approval. */
export interface AccountUsage {
  /** Start of the hour -> decimal text debited in it. Kept for 25 hours. */
  readonly hours: Readonly<Record<Instant, string>>;
}

/**
 * The latch. One instruction at a time holds a currency, from the claim until its outcome is known.
 * idle: free. sending: an invocation holds it. rejected: a 4xx, held until a balance after the
 * quarantine shows no unexplained fall. unknown: held until settled. anomaly: held, all halted.
 */
export type Latch =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly claim: ClaimRecord }
  | { readonly state: 'rejected'; readonly claim: ClaimRecord; readonly since: Instant }
  | { readonly state: 'unknown'; readonly claim: ClaimRecord; readonly since: Instant }
  | { readonly state: 'anomaly'; readonly claim: ClaimRecord; readonly since: Instant };

/** What a rule has used of its limits. Buckets of whole hours and days, so that the item stays small. */
export interface RuleUsage {
  /** Start of the hour -> decimal text debited in it. Kept for 25 hours. */
  readonly hours: Readonly<Record<Instant, string>>;
  /** Start of the day (UTC) -> decimal text debited in it. Kept for 31 days. */
  readonly days: Readonly<Record<Instant, string>>;
  readonly lastClaimedAt?: Instant;
  readonly lastOccurrence?: Instant;
  /** Failures since the last confirmed sweep. */
  readonly failures: number;
  readonly backoffUntil?: Instant;
}

/** Earlier flows a lane remembers. One at a time passes through a lane, so these are the last four that
 * did; a service that shows its bookings later than four more of them is beyond any evidence. */
export const MAX_RECENT_FLOWS = 4;

/** What an instruction that was executed did to the lane's currency. */
export interface LaneFlow {
  readonly instructionId: string;
  /** Signed decimal text in the lane's currency, as asked for. */
  readonly change: string;
  /** When it was recorded as executed. */
  readonly at: Instant;
}

/**
 * One per client and currency. `epoch` is the identity of the table the lane was armed in: a lane
 * that comes out of a backup carries another table's and blocks. `version` grows with every write.
 */
export interface Lane {
  readonly client: string;
  readonly currency: string;
  readonly epoch: string;
  readonly version: number;
  readonly latch: Latch;
  readonly open: Readonly<Record<string, OpenInstruction>>;
  readonly usage: Readonly<Record<string, RuleUsage>>;
  /** By account, in lower case: what counts against the limit above which people approve. */
  readonly accountUsage?: Readonly<Record<string, AccountUsage>>;
  /** The latest flows, oldest first: what a balance may show late. */
  readonly recent?: readonly LaneFlow[];
  /** When two people last armed it in a restored ledger: no occurrence up to there is decided again. */
  readonly rearmedAt?: Instant;
  /** What was claimed and no balance has shown yet. Absent in lanes from before it was kept: they block until it is
   * worked out. */
  readonly booking?: Booking;
  /** When an outcome was last recorded or settled: a balance read before that is not sized on. */
  readonly concludedAt?: Instant;
}

/**
 * Rules read their usage here: a rule without any has used nothing. Arming a lane again moves the last
 * occurrence of every rule, also of one that is made later: this ledger cannot know which were used.
 */
export function usageOf(lane: Lane, ruleId: string): RuleUsage {
  const own = Object.hasOwn(lane.usage, ruleId) ? lane.usage[ruleId] : undefined;
  const usage = own ?? { hours: {}, days: {}, failures: 0 };
  if (lane.rearmedAt === undefined) return usage;
  const floor = lastIdOf(lane.rearmedAt);
  return { ...usage, lastOccurrence: later(usage.lastOccurrence ?? floor, floor) };
}

/** The last moment whose instruction has the same id as one of this second, which ids are told apart by. */
export function lastIdOf(instant: Instant): Instant {
  return `${instant.slice(0, -'000Z'.length)}999Z`;
}

export function newLane(client: string, currency: string, epoch: string): Lane {
  return {
    client,
    currency,
    epoch,
    version: 1,
    latch: { state: 'idle' },
    open: {},
    usage: {},
    booking: NOTHING_UNBOOKED,
  };
}
