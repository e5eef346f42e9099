import type { LimitCheck } from '../decisions/decision.ts';
import type {
  AnomalyCause,
  ExecutedAmounts,
  NotSentCause,
  ServiceTrade,
  ServiceWithdrawal,
  UnknownCause,
} from '../outcomes/outcome.ts';
import type { InstructionSeal, Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import type { Destination } from './destination.ts';
import type { Evidence } from './evidence.ts';
import type { ClaimRecord } from './lane.ts';

/** Where a wish comes from. With the client it fixes the instruction's id. */
export type Origin =
  | {
      readonly kind: 'sweep';
      readonly ruleId: string;
      readonly ruleVersion: number;
      readonly occurrence: Instant;
      readonly snapshot: Instant;
    }
  | {
      readonly kind: 'request';
      readonly idempotencyKey: string;
      /** SHA-256 over the canonical body, to tell a repetition from another wish under the same key. */
      readonly fingerprint: string;
      readonly requestedBy: string;
    };

/** What is wished. Never changes once written: another amount is another instruction. */
export type Content =
  | {
      readonly kind: 'withdrawal';
      readonly currency: string;
      readonly amount: string;
      readonly withdrawalAccountId: string;
      /** Label of the account at the time, for people. */
      readonly accountLabel: string;
    }
  | {
      readonly kind: 'trade';
      readonly instrument: string;
      readonly side: 'buy' | 'sell';
      readonly price: string;
      readonly amount: string;
    };

export type CancelReason = string;

/** What the service confirmed: the withdrawals of an instruction, or its trade. */
export type Confirmation =
  | { readonly kind: 'withdrawal'; readonly withdrawals: readonly ServiceWithdrawal[] }
  | { readonly kind: 'trade'; readonly trade: ServiceTrade; readonly answer: string }
  | {
      readonly kind: 'settled';
      readonly by: readonly [string, string];
      readonly words: string;
      readonly withdrawalId?: string;
      /** Of a trade: what two people state was executed. */
      readonly fill?: ExecutedAmounts;
    }
  /** Nobody said so: one explanation alone fitted the balances, and the controls allow that. */
  | { readonly kind: 'evidence'; readonly words: string };

/** What a first person says became of a request, until a second one agrees. */
export interface SettlementProposal {
  readonly by: string;
  readonly at: Instant;
  readonly executed: boolean;
  /** The service's id of the withdrawal, where it was executed and the person knows it. */
  readonly withdrawalId?: string;
  /** What of a trade was executed, where any of it was. */
  readonly fill?: ExecutedAmounts;
  readonly words: string;
  /** Digest of the evidence that the person saw. */
  readonly evidence: string;
  /** Over this word and what it is about: without one that holds it counts for nothing. */
  readonly seal?: Seal;
}

/** How many people besides the one who asked have to approve. */
export type ApprovalCount = 1 | 2;

export interface Approval {
  readonly by: string;
  readonly at: Instant;
}

export type InstructionStatus =
  | { readonly state: 'proposed'; readonly at: Instant }
  | {
      readonly state: 'awaiting-approval';
      readonly at: Instant;
      readonly expiresAt: Instant;
      /** People who have to approve; absent: one. */
      readonly needed?: ApprovalCount;
      /** Approvals given so far, of different people. */
      readonly given?: readonly Approval[];
    }
  | {
      readonly state: 'approved';
      readonly at: Instant;
      readonly by: string;
      /** Of people; absent where a rule or a limit approved. */
      readonly given?: readonly Approval[];
    }
  | {
      readonly state: 'declined';
      readonly at: Instant;
      readonly by: string;
      readonly words: string;
    }
  | { readonly state: 'expired'; readonly at: Instant }
  | {
      readonly state: 'cancelled';
      readonly at: Instant;
      readonly reason: CancelReason;
      readonly explanation: string;
      readonly checks: readonly LimitCheck[];
    }
  | { readonly state: 'sending'; readonly at: Instant; readonly claim: ClaimRecord }
  | {
      readonly state: 'confirmed';
      readonly at: Instant;
      readonly confirmation: Confirmation;
      readonly evidence: string;
    }
  | {
      readonly state: 'not-sent';
      readonly at: Instant;
      readonly cause: NotSentCause;
      readonly evidence: string;
    }
  | {
      readonly state: 'rejected';
      readonly at: Instant;
      readonly status: number;
      readonly evidence: string;
      readonly claim: ClaimRecord;
    }
  | {
      readonly state: 'unknown';
      readonly at: Instant;
      readonly cause: UnknownCause;
      readonly evidence: string;
      /** The service's id of the trade, where its answer had one. */
      readonly tradeId?: string;
      /** The service's ids of withdrawals, where its answer had any that were new. */
      readonly withdrawalIds?: readonly string[];
      readonly claim: ClaimRecord;
    }
  | {
      readonly state: 'anomaly';
      readonly at: Instant;
      readonly cause: AnomalyCause;
      readonly evidence: string;
      readonly tradeId?: string;
      /** The service's ids of withdrawals, where its answer had any that were new. */
      readonly withdrawalIds?: readonly string[];
      readonly claim: ClaimRecord;
    }
  | {
      readonly state: 'released';
      readonly at: Instant;
      /** Two people; or the evidence alone, where the controls allow that. */
      readonly by: readonly [string, string] | 'evidence';
      readonly words: string;
    };

export type InstructionState = InstructionStatus['state'];

/** What became of the part of a confirmed instruction that no balance showed. */
export interface ConcludedUnbooked {
  readonly outcome: 'booked' | 'not-executed';
  /** The part, decimal text in `currency`; the rest had shown. */
  readonly amount: string;
  readonly currency: string;
  readonly at: Instant;
  readonly by: readonly [string, string];
}

/** One line of an instruction's life; the statuses in order, without their bulk. */
export interface HistoryEntry {
  readonly at: Instant;
  readonly state: InstructionState;
  readonly words: string;
  /** Of an approval: whose; people, or the rule or limit that asked for nobody. */
  readonly by?: readonly string[];
}

export interface Instruction {
  readonly id: string;
  readonly client: string;
  readonly origin: Origin;
  readonly content: Content;
  /** Of a withdrawal: the account as it stood when this was decided, which is what people approve. */
  readonly destination?: Destination;
  readonly createdAt: Instant;
  /** What a withdrawal was worth when it was proposed, decimal text; absent without a price. */
  readonly value?: { readonly amount: string; readonly currency: string };
  readonly status: InstructionStatus;
  readonly history: readonly HistoryEntry[];
  /** What later balances say, once an outcome is not known. */
  readonly evidence?: Evidence;
  /** What one person says became of it; a second one has to agree. */
  readonly settlement?: SettlementProposal;
  /** Of one that is confirmed and that no balance showed: what two people concluded. What the service answered stands. */
  readonly concluded?: ConcludedUnbooked;
  /** Grows with every write. */
  readonly version: number;
  /** Over this very version, as long as it may still be sent: made by whoever decided it. */
  readonly seal?: InstructionSeal;
}

/** The currencies whose lanes an instruction holds: one for a withdrawal, both of a trade. */
export function currenciesOf(content: Content): readonly string[] {
  return content.kind === 'withdrawal' ? [content.currency] : content.instrument.split('/');
}
