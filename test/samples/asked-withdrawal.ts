import { accountWithId } from '../../sandbox/accounts/sandbox-accounts.ts';
import type { RegisteredDestination } from '../../treasury/outcomes/compare-destination.ts';
import type { AskedWithdrawal } from '../../treasury/outcomes/judge-withdrawal.ts';
import type { WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';

/** The destination of the samples' account; accounts of the sandbox have their own. */
export const REGISTERED: RegisteredDestination = {
  network: 'bitcoin',
  details: { beneficiary: { address: 'bc1-example' } },
};

/** A request, with what its answer is compared with. */
export function askedOf(
  request: WithdrawalRequest,
  changes: Partial<AskedWithdrawal> = {},
): AskedWithdrawal {
  const destination = accountWithId(request.withdrawalAccountId) ?? REGISTERED;
  return { request, destination, terms: { largestFee: '0' }, stated: null, ...changes };
}
