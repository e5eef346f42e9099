import type { LowBalanceState } from '../ledger/low-balance.ts';
import type { Policy } from '../policy/policy.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { type LowBalance, lowBalances } from '../rules/low-balances.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { heldOf, withdrawable } from '../valuation/balance.ts';

export interface NoteLowPorts {
  readonly ledger: { readonly readPolicy: (tenant: string) => Promise<Policy> };
  readonly snapshots: { readonly latest: (tenant: string) => Promise<SnapshotTaken | null> };
  readonly lowStates: {
    /** By rule: whatever was noted last. */
    readonly read: (tenant: string) => Promise<readonly LowBalanceState[]>;
    /** False if another round has noted something meanwhile. */
    readonly put: (state: LowBalanceState) => Promise<boolean>;
  };
}

/**
 * Notes each balance that has come to lie below the `low` of a rule by the latest snapshot, and each that does not any more: their
 * events tell of it, once each. A rule that is switched off, deleted, or has no `low` any more is over as well.
 */
export async function noteLowBalances(
  { ledger, snapshots, lowStates }: NoteLowPorts,
  tenant: string,
): Promise<readonly LowBalanceState[]> {
  const [policy, known] = await Promise.all([ledger.readPolicy(tenant), lowStates.read(tenant)]);
  const isAsked = policy.rules.some(({ low }) => low !== undefined);
  if (!isAsked && known.every(({ state }) => state === 'over')) return [];
  const latest = await snapshots.latest(tenant);
  if (latest === null) return [];
  const noted: LowBalanceState[] = [];
  for (const state of transitions({ tenant, policy, latest, known })) {
    if (await lowStates.put(state)) noted.push(state);
  }
  return noted;
}

interface Seen {
  readonly tenant: string;
  readonly policy: Pick<Policy, 'rules'>;
  readonly latest: Pick<SnapshotTaken, 'balances' | 'takenAt' | 'scheduledFor'>;
  readonly known: readonly LowBalanceState[];
}

/** What the latest snapshot changes. Nothing, if it is no later than what was noted last. Pure. */
export function transitions({ tenant, policy, latest, known }: Seen): readonly LowBalanceState[] {
  const now = new Map(lowBalances(latest, policy).map((each) => [each.ruleId, each]));
  const last = new Map(known.map((each) => [each.ruleId, each]));
  const isNews = (each: LowBalanceState | undefined) =>
    each === undefined || each.snapshot < latest.scheduledFor;
  const begun = [...now.values()].flatMap((low) => {
    const before = last.get(low.ruleId);
    if (before?.state === 'below' || !isNews(before)) return [];
    return [below(tenant, low, latest, before)];
  });
  const ended = known.flatMap((before) => {
    if (before.state === 'over' || now.has(before.ruleId) || !isNews(before)) return [];
    const ended = over(before, latest, policy.rules);
    return ended === null ? [] : [ended];
  });
  return [...begun, ...ended];
}

function below(
  tenant: string,
  { ruleId, currency, balance, low, missing }: LowBalance,
  { takenAt: since, scheduledFor: snapshot }: Seen['latest'],
  before: LowBalanceState | undefined,
): LowBalanceState {
  return {
    ...{ tenant, ruleId, currency, state: 'below', since, snapshot, balance, low },
    ...(missing === null ? {} : { missing }),
    version: (before?.version ?? 0) + 1,
  };
}

/** Null while the balance is not stated: that ends nothing, and begins nothing. */
function over(
  { missing: _, ...before }: LowBalanceState,
  { balances, takenAt: since, scheduledFor: snapshot }: Seen['latest'],
  rules: readonly SweepRule[],
): LowBalanceState | null {
  const { currency, ruleId } = before;
  const rule = rules.find(({ id }) => id === ruleId);
  const held = heldOf(balances, currency);
  // A rule that asks for no low any more is over, whatever is known of the balance.
  const isAsked = rule?.enabled === true && rule.low !== undefined;
  if (!held.known && isAsked) return null;
  const balance = held.known ? withdrawable(held.balance) : before.balance;
  const low = rule?.low ?? before.low;
  return { ...before, state: 'over', since, snapshot, balance, low, version: before.version + 1 };
}
