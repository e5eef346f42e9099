import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import type { ApprovalCount } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasTiers, usedWithin, usedWithOpen } from '../limits/approval-usage.ts';
import { approvalsByTier } from '../limits/approvals-required.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { type BasisJudgement, judgeBasis, type UnsealedFact } from '../sealing/decision-basis.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { valuesOf } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { type MissedRefusal, refuseMissed } from './missed-occurrence.ts';
import { type CountsRefusal, type LimitRefusal, refuseByLimits } from './refuse-by-limits.ts';
import type { AskedWithdrawal } from './withdrawal-command.ts';
import {
  type GuardedWithdrawal,
  refuseWithdrawal,
  type WithdrawalRefusal,
} from './withdrawal-guards.ts';

/** Why a withdrawal is not taken in, by a request and by a check alike. */
export type RequestRefusal = WithdrawalRefusal | LimitRefusal | CountsRefusal | MissedRefusal;

/** What a withdrawal is judged on, read at once. */
export interface WithdrawalFacts {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly snapshot: SnapshotTaken | null;
}

interface FactsPorts {
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes'>;
  readonly snapshots: Pick<Snapshots, 'latest'>;
}

/** Counts are read while it is judged, and only those that count it: after the lanes, so that none is missed. */
interface JudgePorts {
  readonly ledger: Pick<Ledger, 'readCounts'>;
  readonly seals: SealVerifier;
}

export type WithdrawalJudgement =
  | {
      readonly verdict: 'acceptable';
      readonly guarded: GuardedWithdrawal & { readonly ok: true };
      readonly approvalsRequired: ApprovalCount;
      /** In the reporting currency; null if it is not known. */
      readonly value: string | null;
      readonly pins: (BasisJudgement & { readonly ok: true })['pins'];
    }
  | {
      readonly verdict: 'refused';
      readonly refusal: RequestRefusal;
      /** Policy that another program wrote: whoever may write halts on it. */
      readonly tampered?: UnsealedFact;
    };

export async function readFacts(
  { ledger, snapshots }: FactsPorts,
  tenant: string,
): Promise<WithdrawalFacts> {
  const [policy, lanes, epoch, snapshot] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.epoch(),
    snapshots.latest(tenant),
  ]);
  return { policy, lanes, epoch, snapshot };
}

/**
 * Whether a withdrawal may be requested, and how many people approve it: the one judge of requests, which write what it
 * finds acceptable, and of checks, which write nothing.
 */
export async function judgeWithdrawal(
  { ledger, seals }: JudgePorts,
  asked: AskedWithdrawal,
  { policy, lanes, epoch, snapshot }: WithdrawalFacts,
  at: Instant,
): Promise<WithdrawalJudgement> {
  const { tenant, amount, missed } = asked;
  const wanted = accountKey(asked.withdrawalAccountId);
  const account = policy.accounts.find(({ id }) => accountKey(id) === wanted) ?? null;
  const lane = lanes.find(({ currency }) => currency === account?.currency) ?? null;
  const guarded = refuseWithdrawal(asked, { policy, account, lane, epoch, snapshot, now: at });
  if (!guarded.ok) return refused(guarded.refusal);
  const refusal =
    missed === undefined ? null : refuseMissed(missed, policy, guarded.account, guarded.lane, at);
  if (refusal !== null) return refused(refusal);
  const requested = { tenant, amount, policy, lanes, epoch, now: at };
  const beyond = await refuseByLimits(ledger, requested, guarded);
  if (beyond !== null) return refused(beyond);
  const { controls, account: to } = guarded;
  const into = controls.reportingCurrency;
  const values = valuesOf(guarded.snapshot, controls);
  const value = valueOfAmount(values, to.currency, amount, into);
  const usage = hasTiers(controls) ? await ledger.readCounts(tenant, 'approval-usage') : null;
  const used = usedWithOpen(usedWithin(usage, into, at), lanes, values, into);
  // Another person always reviews it, whatever the tiers say.
  const approvalsRequired = approvalsByTier(controls.approvalTiers, value, used) === 2 ? 2 : 1;
  const basis = await judgeBasis(seals, { tenant, epoch }, { controls, account: to });
  if (!basis.ok) return unsealed(basis.why);
  return { verdict: 'acceptable', guarded, approvalsRequired, value, pins: basis.pins };
}

/** Nothing leaves because of policy that no deciding function wrote. */
function unsealed(why: UnsealedFact): WithdrawalJudgement {
  const refusal = { code: 'disarmed', message: sayRefusal(why) } as const;
  const tampered = why.verdict === 'invalid' ? { tampered: why } : {};
  return { verdict: 'refused', refusal, ...tampered };
}

function refused(refusal: RequestRefusal): WithdrawalJudgement {
  return { verdict: 'refused', refusal };
}
