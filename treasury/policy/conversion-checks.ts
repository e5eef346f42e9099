import { circleOf, conversionOf, tradesOf } from './conversion.ts';
import { compareLimits, sayLimit } from './limit.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { SweepRuleDraft } from './policy-schema.ts';

/** The fields of a conversion say nothing about a sweep. */
export function sweepProblems(rule: SweepRuleDraft): readonly PolicyProblem[] {
  return (['into', 'instrument', 'side'] as const).flatMap((path) =>
    rule[path] === undefined
      ? []
      : [{ path, seen: showValue(rule[path]), accepted: 'only beside kind "convert"' }],
  );
}

const NO_ACCOUNT = 'none: a rule of kind "convert" pays to no account';

/** The fields of a sweep say nothing about a conversion. */
const OF_SWEEPS = {
  withdrawalAccountId: NO_ACCOUNT,
  split: NO_ACCOUNT,
  withdrawalsPer24Hours: 'none: a rule of kind "convert" withdraws nothing',
} as const satisfies Partial<Record<keyof SweepRuleDraft, string>>;

/** The rules between the fields of a rule that converts. */
export function conversionProblems(rule: SweepRuleDraft): readonly PolicyProblem[] {
  const { currency, into } = rule;
  const none = Object.entries(OF_SWEEPS).flatMap(([path, accepted]): readonly PolicyProblem[] => {
    const seen: unknown = Reflect.get(rule, path);
    return seen === undefined ? [] : [{ path, seen: showValue(seen), accepted }];
  });
  if (into === undefined || into === currency) {
    const accepted = 'another currency than its own';
    return [...none, { path: 'into', seen: showValue(into), accepted }];
  }
  return [...none, ...instrumentProblems(rule)];
}

function instrumentProblems(rule: SweepRuleDraft): readonly PolicyProblem[] {
  const conversion = conversionOf(rule);
  if (conversion === null) return [];
  const { instrument, side } = conversion;
  const trades = tradesOf(conversion);
  const named = trades.find((trade) => trade.instrument === instrument);
  if (instrument !== undefined && named === undefined) {
    const accepted = trades.map((trade) => showValue(trade.instrument)).join(' or ');
    return [{ path: 'instrument', seen: showValue(instrument), accepted }];
  }
  if (named === undefined || side === undefined || named.side === side) return [];
  const accepted = `${showValue(named.side)}: with ${named.instrument} only that gives ${conversion.currency} away`;
  return [{ path: 'side', seen: showValue(side), accepted }];
}

/** Each rule of a circle is refused: whichever is written last closes it. */
export function circleProblems(
  rule: SweepRuleDraft,
  rules: readonly Pick<SweepRuleDraft, 'kind' | 'currency' | 'into'>[],
): readonly PolicyProblem[] {
  if (rule.into === rule.currency) return [];
  const circle = circleOf(rule, rules);
  if (circle === null) return [];
  const accepted = `no circle of conversions; with the other rules it is ${circle.join(' > ')}`;
  return [{ path: 'into', seen: showValue(rule.into), accepted }];
}

/** A balance that the rule itself leaves must not be one that it alerts of. */
export function lowProblems({ currency, low, keep }: SweepRuleDraft): readonly PolicyProblem[] {
  // Of a value kept, only the prices of a moment say how much it is.
  const order = low === undefined ? null : compareLimits(low, keep);
  if (order === null || order <= 0) return [];
  const accepted = `at most what the rule keeps, ${sayLimit(currency, keep)}`;
  return [{ path: 'low', seen: showValue(low), accepted }];
}
