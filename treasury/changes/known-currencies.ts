import type { Lane } from '../instructions/lane.ts';
import type { Policy } from '../policy/policy.ts';

/** The currencies that the policy or a lane names: no other can leave in any case. */
export function knownCurrencies(
  { rules, accounts, controls }: Pick<Policy, 'rules' | 'accounts' | 'controls'>,
  lanes: readonly Pick<Lane, 'currency'>[],
): ReadonlySet<string> {
  return new Set([
    ...lanes.map(({ currency }) => currency),
    ...rules.map(({ currency }) => currency),
    ...accounts.map(({ currency }) => currency),
    ...(controls?.trades.instruments ?? []).flatMap((instrument) => instrument.split('/')),
  ]);
}
