import type { Ledger } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { PolicyLedger } from './ports.ts';

/** The policy with the pieces that nothing sends by, and that stand apart so that no sender reads them. */
export async function readWholePolicy(
  ledger: Pick<Ledger, 'readPolicy'> & Pick<PolicyLedger, 'readMatchingRules' | 'readManualRates'>,
  tenant: string,
): Promise<Policy> {
  const [policy, matchingRules, manualRates] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readMatchingRules(tenant),
    ledger.readManualRates(tenant),
  ]);
  return { ...policy, matchingRules, manualRates };
}
