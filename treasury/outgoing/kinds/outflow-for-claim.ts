import type { Debit } from '../../counters/counter.ts';
import { countable } from '../../counters/counts.ts';
import {
  type CountsRead,
  countsOf,
  type SharedCounts,
  UNREADABLE_COUNTS,
  withDebits,
} from '../../counters/shared-counts.ts';
import type { StopFact } from '../../facts/stop-fact.ts';
import type { Lane } from '../../instructions/lane.ts';
import { withReading } from '../../instructions/lane-reading.ts';
import type { Ledger, LedgerWrite } from '../../ledger/ledger.ts';
import { hasOutflowBounds, outflowDebits } from '../../limits/outflow-bounds.ts';
import type { OutflowView } from '../../limits/outflow-view.ts';
import type { Controls } from '../../policy/controls.ts';
import type { Policy } from '../../policy/policy.ts';
import { accountKey, type RegisteredAccount } from '../../policy/registered-account.ts';
import type { BalancesReading } from '../../ports/trading-service.ts';
import type { Instant } from '../../time/instant.ts';

interface Ports {
  readonly ledger: Pick<Ledger, 'readCounts' | 'readLanes'>;
  readonly now: () => Instant;
}

/** What a claim is judged and counted with; null if no floor and no limit over several currencies concerns it. */
export type OutflowOfClaim =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly view: ReadView }
  /** The usage cannot be read: it waits, and nothing is written over it. */
  | { readonly kind: 'unreadable' }
  /** Another claim came in between: nothing is decided on it. */
  | { readonly kind: 'changed' }
  /** An older state of the usage stands than the lanes know of. */
  | { readonly kind: 'put-back'; readonly why: StopFact };

/** With counts that were read: a claim follows on no others. */
interface ReadView extends OutflowView {
  readonly usage: SharedCounts | null;
}

interface Subject {
  readonly tenant: string;
  readonly policy: Policy;
  readonly account: RegisteredAccount | null;
  readonly epoch: string;
}

/** The usage is read before the balances: a claim is conditional on it, so none before it goes unseen. */
export async function usageForClaim(
  { ledger }: Pick<Ports, 'ledger'>,
  { tenant, policy, account }: Subject,
): Promise<CountsRead> {
  const { controls } = policy;
  if (controls === null || account === null || !hasOutflowBounds(controls, account)) {
    return null;
  }
  return await ledger.readCounts(tenant, 'outflow-usage');
}

/**
 * The rest of it, read after the balances: whatever of a request they show was claimed before, so it stands in a lane.
 * A claim that comes later changes the usage, and this one fails.
 */
export async function outflowForClaim(
  ports: Ports,
  subject: Subject,
  usage: CountsRead,
  { balances, readAt }: BalancesReading,
  prices: OutflowView['prices'],
): Promise<OutflowOfClaim> {
  const { tenant, policy, account, epoch } = subject;
  const { controls, accounts } = policy;
  if (controls === null || account === null || !hasOutflowBounds(controls, account)) {
    return { kind: 'none' };
  }
  // No older state, which would halt everything: what it holds is not known.
  if (usage === UNREADABLE_COUNTS) return { kind: 'unreadable' };
  const lanes = await ports.ledger.readLanes(tenant);
  const behind = await judgeVersion(ports, tenant, usage, lanes);
  if (behind !== null) return behind;
  const view: ReadView = {
    usage,
    balances,
    balancesReadAt: readAt,
    lanes: lanes.map((lane) => withReading(lane, balances, readAt, controls)),
    epoch,
    prices,
    accounts: new Map(accounts.map((each) => [accountKey(each.id), each])),
    open: 'without-open',
    given: [],
    now: ports.now(),
  };
  return { kind: 'found', view };
}

/**
 * Each claim writes the usage and, into its lane, the version that it wrote. A usage that is behind a lane was deleted
 * or put back by another program: with it, what left lately would not count.
 */
async function judgeVersion(
  { ledger }: Ports,
  tenant: string,
  usage: SharedCounts | null,
  lanes: readonly Lane[],
): Promise<OutflowOfClaim | null> {
  const known = Math.max(0, ...lanes.map(({ outflowVersion = 0 }) => outflowVersion));
  if ((usage?.version ?? 0) >= known) return null;
  // The lanes were read later: usually another claim came in between.
  const now = await ledger.readCounts(tenant, 'outflow-usage');
  if (now === UNREADABLE_COUNTS) return { kind: 'unreadable' };
  if ((now?.version ?? 0) >= known) return { kind: 'changed' };
  const why = { code: 'counts-put-back', found: now?.version ?? null, known } as const;
  return { kind: 'put-back', why };
}

/** What the claim writes beside itself, and what it keeps to give it back. */
export interface CountedClaim {
  readonly facts: { readonly outflowVersion?: number };
  readonly debits: readonly Debit[];
  readonly writes: readonly LedgerWrite[];
}

export function countClaim(
  found: OutflowOfClaim,
  tenant: string,
  controls: Controls,
  account: RegisteredAccount,
  { amount, at }: { readonly amount: string; readonly at: Instant },
): CountedClaim {
  if (found.kind !== 'found') return { facts: {}, debits: [], writes: [] };
  const { view } = found;
  const taken = outflowDebits(view, controls, account, { amount, at });
  if (taken === null) throw new Error(`${amount} ${account.currency} passed its limits unpriced`);
  const debits = countable(countsOf(view.usage), taken);
  const usage = withDebits(view.usage, 'outflow-usage', tenant, debits);
  return {
    facts: { outflowVersion: usage.version },
    debits,
    writes: [{ kind: 'put-outflow-usage', usage }],
  };
}
