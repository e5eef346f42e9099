import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { AmountRule } from '../../treasury/value-limits/rule-limits.ts';
import { RULE } from '../samples/policy.ts';

/** What of a rule is drawn at random; `keepPercent` of the threshold stays. */
interface Drawn
  extends Partial<Omit<AmountRule, 'keep' | 'budgets' | 'maximum' | 'approvalAbove'>> {
  readonly threshold: string;
  readonly keepPercent: number;
  readonly maximum: string | undefined;
  readonly per24Hours: string | undefined;
  readonly per30Days: string | undefined;
  readonly approvalAbove: string | undefined;
}

export function drawnRule(all: Drawn): AmountRule {
  const { keepPercent, maximum, per24Hours, per30Days, approvalAbove, ...drawn } = all;
  return {
    ...RULE,
    ...drawn,
    keep: formatDecimal(decimalOf(drawn.threshold).times(keepPercent).div(100)),
    budgets: {
      ...(per24Hours === undefined ? {} : { per24Hours }),
      ...(per30Days === undefined ? {} : { per30Days }),
    },
    ...(maximum === undefined ? {} : { maximum }),
    ...(approvalAbove === undefined ? {} : { approvalAbove }),
  };
}
