import type { RuleSplit } from '../../treasury/policy/split-schema.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Random } from './random.ts';
import type { ServiceAccount } from './service/service.ts';

/** Accounts that only worlds with splits have: no other world draws among them. */
export const SPLIT_ACCOUNTS: readonly ServiceAccount[] = [
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a05', currency: 'ETH', network: 'ethereum' },
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a06', currency: 'BTC', network: 'bitcoin' },
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a07', currency: 'USD', network: 'wire' },
];

/** Chance of a rule, in a world with splits, that it is one that splits. */
const SPLITS = 0.75;

/** Percentages that come out even, and that leave steps over. */
const WEIGHTS = [
  ['50', '50'],
  ['33.33', '66.67'],
  ['0.5', '99.5'],
  ['33.3', '33.3', '33.4'],
  ['10', '45', '45'],
] as const;

/** The amounts of the first parts; the last one takes the rest, which may be nothing. */
const AMOUNTS = [['0.25'], ['0.3', '0.31'], ['1.5']] as const;

/** Some of the rules divide what they sweep among the accounts of their currency. */
export function withSplits(
  rules: readonly SweepRule[],
  accounts: readonly ServiceAccount[],
  random: Random,
): readonly SweepRule[] {
  return rules.map((rule) => {
    const splits = rule.withdrawalAccountId !== undefined && random.chance(SPLITS);
    return splits ? { ...rule, split: drawSplit(rule, accounts, random) } : rule;
  });
}

/** The rule's own account comes first, then others of its currency. */
export function drawSplit(
  { withdrawalAccountId, currency }: SweepRule,
  accounts: readonly ServiceAccount[],
  random: Random,
): RuleSplit {
  const others = accounts
    .filter((each) => each.currency === currency && each.id !== withdrawalAccountId)
    .map(({ id }) => id);
  const ids = [withdrawalAccountId ?? '', ...others];
  if (random.chance(0.6)) {
    const weights = random.pick(WEIGHTS.filter(({ length }) => length <= ids.length));
    const parts = weights.map((percent, index) => ({
      withdrawalAccountId: at(ids, index),
      percent,
    }));
    return { kind: 'weights', parts };
  }
  // In dollars a part of a few cents says little.
  const drawn = random.pick(AMOUNTS.filter(({ length }) => length < ids.length));
  const amounts = currency === 'USD' ? drawn.map((amount) => `${Number(amount) * 1_000}`) : drawn;
  const parts = [...amounts, undefined].map((amount, index) => ({
    withdrawalAccountId: at(ids, index),
    ...(amount === undefined ? {} : { amount }),
  }));
  return { kind: 'amounts', parts };
}

function at(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new RangeError(`no account ${index} of ${ids.length}`);
  return id;
}
