import type { CountsRead } from '../counters/shared-counts.ts';
import { hasTiers } from '../limits/approval-usage.ts';
import { hasOutflowBounds } from '../limits/outflow-bounds.ts';
import { conversionOf } from '../policy/conversion.ts';
import type { Policy } from '../policy/policy.ts';
import type { Ledger } from './ledger.ts';

/** What limits over several currencies have counted; null, or absent, where the policy has none that asks for it. */
interface CountsOfPolicy {
  /** Of the tiers of approvals. */
  readonly usage: CountsRead;
  readonly tradeUsage: CountsRead;
  readonly outflows?: { readonly usage: CountsRead };
}

/**
 * What whoever decides under a policy has to know of what was counted. Read after the lanes: an amount claimed in between is
 * counted twice, never missed.
 */
export async function readSharedCounts(
  ledger: Pick<Ledger, 'readCounts'>,
  tenant: string,
  { controls, accounts, rules }: Pick<Policy, 'controls' | 'accounts' | 'rules'>,
): Promise<CountsOfPolicy> {
  const isTiered = controls !== null && hasTiers(controls);
  const usage = isTiered ? await ledger.readCounts(tenant, 'approval-usage') : null;
  const converts = rules.some((rule) => conversionOf(rule) !== null);
  const tradeUsage = converts ? await ledger.readCounts(tenant, 'trade-usage') : null;
  const isBound =
    controls !== null && accounts.some((account) => hasOutflowBounds(controls, account));
  if (!isBound) return { usage, tradeUsage };
  return {
    usage,
    tradeUsage,
    outflows: { usage: await ledger.readCounts(tenant, 'outflow-usage') },
  };
}
