import type { AuditEntry, AuditHead } from '../audit/audit-entry.ts';
import type { Calendar } from '../calendars/calendar.ts';
import type { SharedName } from '../counters/counter.ts';
import type { CountsRead, SharedCounts } from '../counters/shared-counts.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { InstructionMark } from '../instructions/instruction-mark.ts';
import type { Lane, LaneStatus } from '../instructions/lane.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import type { HaltMark, HaltMarks } from '../policy/halt-marks.ts';
import type { HaltAct, HaltState, Resumption } from '../policy/halt-state.ts';
import type { ManualRate } from '../policy/manual-rate.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { Policy } from '../policy/policy.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Webhook } from '../policy/webhook.ts';
import type { Instant } from '../time/instant.ts';
import type { Break } from './break.ts';
import type { ClaimWindow } from './claim-window.ts';
import type { Flow } from './flow.ts';
import type { MatchingUsage } from './matching-usage.ts';
import type { MissedOccurrences } from './missed-occurrences.ts';
import type { PendingClaims } from './pending-claims.ts';
import type { PolicyChange } from './policy-change.ts';
import type { Rearming } from './rearming.ts';
import type { DecisionRun } from './stored-decision.ts';
import type { UnbookedConclusion } from './unbooked-conclusion.ts';
import type { WebhookSecret } from './webhook-secret.ts';

/**
 * One write within a commit, with the condition it rests on. Written from whole new states that the reducers
 * computed: the store never computes anything of its own.
 */
export type LedgerWrite =
  | { readonly kind: 'create-instruction'; readonly instruction: Instruction }
  | { readonly kind: 'replace-instruction'; readonly instruction: Instruction }
  | { readonly kind: 'create-lane'; readonly lane: Lane }
  | {
      readonly kind: 'replace-lane';
      readonly lane: Lane;
      /** Beside the version, which must be the one before: the required state of the lane. */
      readonly from: LaneStatus['state'];
      /** Set if a request is released as not executed: the quarantine in the ledger must be over. */
      readonly releasedAt?: Instant;
      /**
       * Where counts change: the lane as it was read. Its counts stand in an item of their own, which is written beside it if
       * their version is another, on condition of the version before; without this, that item stays.
       */
      readonly read?: Lane;
    }
  /** A lane of a restored ledger, which was armed in another table: only epoch and version change. */
  | { readonly kind: 'rearm-lane'; readonly lane: Lane; readonly fromEpoch: string }
  /** Its version must be the one before. */
  | { readonly kind: 'put-rearming'; readonly rearming: Rearming }
  /** There must be none of this snapshot and part: what makes a snapshot that is delivered again harmless. */
  | {
      readonly kind: 'create-decision-run';
      readonly run: DecisionRun;
      /** For each decision what it rests on, as it was read: a store need not say in every run what stays the same. */
      readonly pinned?: readonly object[];
    }
  /** Of the same run: there must be none of this rule and snapshot. Of an end there may be: it must not fail with its report. */
  | { readonly kind: 'record-missed'; readonly missed: MissedOccurrences }
  | {
      readonly kind: 'assert-controls-unchanged';
      readonly version: number;
      readonly mode: Mode;
      /** The mode that the currencies concerned must have, if they have one of their own. */
      readonly currencies: readonly string[];
    }
  /**
   * Required by a claim: the kill switch is as it was read before the balances were, and live for these currencies.
   */
  | {
      readonly kind: 'assert-halt-generation';
      readonly generation: number;
      readonly currencies: readonly string[];
    }
  /** Halts unconditionally, whatever the state. */
  | { readonly kind: 'halt'; readonly act: HaltAct }
  /** Two people end a halt: the generation must be the one before. Halts that wait for the audit log stay. */
  | {
      readonly kind: 'resume';
      readonly halt: HaltState & { readonly resumed: Resumption };
    }
  /** The oldest halt that waited for the audit log is in it; or those without stored comments are. */
  /** A halt was in force in this generation: writing it once more says the same. */
  | { readonly kind: 'mark-halt'; readonly mark: HaltMark }
  | {
      readonly kind: 'halt-audited';
      readonly audited:
        | {
            readonly actId: string;
            /** If the same halt waits once more: this one is dropped, and only while that other is there. */
            readonly againAt?: number;
          }
        | { readonly unkept: number };
    }
  | { readonly kind: 'assert-rule-unchanged'; readonly ruleId: string; readonly version: number }
  | {
      readonly kind: 'assert-account-unchanged';
      readonly accountId: string;
      readonly version: number;
      readonly currency: string;
      /** The moment of the claim: the account must be usable by then. */
      readonly at: Instant;
    }
  | {
      readonly kind: 'record-withdrawal-id';
      readonly withdrawalId: string;
      readonly instructionId: string;
    }
  /** The service's id of a trade, whatever its outcome: no later answer may have it. */
  | { readonly kind: 'record-trade-id'; readonly tradeId: string; readonly instructionId: string }
  /** What limits over several currencies count: the version must be the one before, so that no two claims share room. */
  | { readonly kind: `put-${SharedName}`; readonly usage: SharedCounts }
  /** An instruction leaves the states in which it can still be sent: it must not have left before. */
  | { readonly kind: 'mark-instruction'; readonly mark: InstructionMark }
  | { readonly kind: 'put-controls'; readonly controls: Controls }
  | { readonly kind: 'put-rule'; readonly rule: SweepRule }
  | { readonly kind: 'put-account'; readonly account: RegisteredAccount }
  | { readonly kind: 'put-calendar'; readonly calendar: Calendar }
  /** Required by a claim of a rule that names it: no later version of it was ever written. */
  | {
      readonly kind: 'assert-calendar-unchanged';
      readonly calendarId: string;
      readonly version: number;
    }
  | { readonly kind: 'put-webhook'; readonly webhook: Webhook }
  /** There must be none of this webhook and generation: a secret is shown once. */
  | { readonly kind: 'create-webhook-secret'; readonly secret: WebhookSecret }
  | { readonly kind: 'put-manual-rate'; readonly rate: ManualRate }
  | { readonly kind: 'put-matching-rule'; readonly rule: MatchingRule }
  /** Required by an explanation: the rule is switched on, and no later version of it was ever written. */
  | {
      readonly kind: 'assert-matching-rule-unchanged';
      readonly ruleId: string;
      readonly version: number;
    }
  /** The amounts that a matching rule has explained: its version must be the one before. */
  | { readonly kind: 'put-matching-usage'; readonly usage: MatchingUsage }
  | { readonly kind: 'put-change'; readonly change: PolicyChange }
  /** For flows, breaks and pending claims: the version must be the one before. */
  | { readonly kind: 'put-flow'; readonly flow: Flow }
  | { readonly kind: 'put-break'; readonly break: Break }
  | { readonly kind: 'put-pending-claims'; readonly pendingClaims: PendingClaims }
  /**
   * How a claim shows late, beside it in the index of claims: it must be there. The same commit writes the pending
   * claims, whose version decides who was first.
   */
  | { readonly kind: 'put-claim'; readonly window: ClaimWindow }
  /** People's word about a lane's unbooked amounts: its version must be the one before. */
  | { readonly kind: 'put-unbooked'; readonly conclusion: UnbookedConclusion }
  | { readonly kind: 'append-audit'; readonly entry: AuditEntry };

/** All of it, or nothing: `conflicts` names the changes whose condition did not hold. */
export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly conflicts: readonly LedgerWrite['kind'][] };

/** The controls alone: for what needs no rule and no account. */
export interface ControlsReader {
  /** Strongly consistent; null before the first policy. */
  readonly readControls: (tenant: string) => Promise<Controls | null>;
}

/**
 * The ledger. Every read is strongly consistent. `commit` is one atomic conditional write; if its response is lost it
 * throws, and whether it happened must be read back.
 */
export interface Ledger {
  /** Identity of the table itself; a restored copy has another. */
  readonly epoch: () => Promise<string>;
  readonly readPolicy: (tenant: string) => Promise<Policy>;
  readonly readHalt: (tenant: string) => Promise<HaltState>;
  /** The marks that halts have left: of everything, and of these currencies, or of every one. */
  readonly readHaltMarks: (
    tenant: string,
    currencies: readonly string[] | 'all',
  ) => Promise<HaltMarks>;
  /** Halts, whatever the state and whoever else writes: reads nothing, and tries until it is written. */
  readonly halt: (tenant: string, act: HaltAct) => Promise<HaltState>;
  readonly readLanes: (tenant: string) => Promise<readonly Lane[]>;
  /** The parts of the run on a snapshot, in order; none where nothing was decided on it. */
  readonly readDecisionRun: (tenant: string, snapshot: Instant) => Promise<readonly DecisionRun[]>;
  readonly readInstruction: (tenant: string, id: string) => Promise<Instruction | null>;
  /** Null if nothing was ever claimed that counts there. One that cannot be read stops nothing but what counts there. */
  readonly readCounts: (tenant: string, name: SharedName) => Promise<CountsRead>;
  readonly readAuditHead: (tenant: string) => Promise<AuditHead>;
  /** Which of these ids the service has confirmed to Sluice before. */
  readonly knownWithdrawals: (
    tenant: string,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Which of these ids the service has answered a trade with before. */
  readonly knownTrades: (tenant: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly commit: (tenant: string, changes: readonly LedgerWrite[]) => Promise<CommitResult>;
}
