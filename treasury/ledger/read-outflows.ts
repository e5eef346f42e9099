import type { SharedCounts } from '../counters/shared-counts.ts';
import { hasOutflowBounds } from '../limits/outflow-bounds.ts';
import type { Policy } from '../policy/policy.ts';
import type { Ledger } from './ledger.ts';

/**
 * What floors and limits over several currencies have counted, for whoever decides under a policy that has any. Read after
 * the lanes: an amount claimed in between is counted twice, never missed.
 */
export async function readOutflows(
  ledger: Pick<Ledger, 'readCounts'>,
  tenant: string,
  { controls, accounts }: Pick<Policy, 'controls' | 'accounts'>,
): Promise<{ readonly outflows?: { readonly usage: SharedCounts | null } }> {
  const isBound =
    controls !== null && accounts.some((account) => hasOutflowBounds(controls, account));
  return isBound ? { outflows: { usage: await ledger.readCounts(tenant, 'outflow-usage') } } : {};
}
