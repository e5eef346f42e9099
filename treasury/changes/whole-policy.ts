import type { Ledger } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { PolicyLedger } from './ports.ts';

/** The policy with the pieces that nothing sends by, and that stand apart so that no sender reads them. */
export async function readWholePolicy(
  ledger: Pick<Ledger, 'readPolicy'> & Pick<PolicyLedger, 'readMatchingRules'>,
  tenant: string,
): Promise<Policy> {
  const [policy, matchingRules] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readMatchingRules(tenant),
  ]);
  return { ...policy, matchingRules };
}
