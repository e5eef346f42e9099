import { Amount } from '../../display/amount.tsx';
import { compareAmounts, formatPercent, percentOf } from '../../display/amounts.ts';
import classes from './rules.module.css';
import type { ListedRule } from './types.ts';

type Budget = NonNullable<ListedRule['activity']['budgets']['per24Hours']>;

/** What a rule has used of its rolling budgets: a bar for each, beside the figures that it draws. */
export function BudgetBars({ rule }: { readonly rule: ListedRule }) {
  const { per24Hours, per30Days } = rule.activity.budgets;
  if (per24Hours === undefined && per30Days === undefined) {
    return <span className={classes.quiet}>no budget</span>;
  }
  return (
    <span className={classes.budgets}>
      {per24Hours !== undefined && (
        <BudgetBar window="24 hours" budget={per24Hours} currency={rule.currency} />
      )}
      {per30Days !== undefined && (
        <BudgetBar window="30 days" budget={per30Days} currency={rule.currency} />
      )}
    </span>
  );
}

interface BudgetBarProps {
  readonly window: string;
  readonly budget: Budget;
  readonly currency: string;
}

const FULL = '100';

function BudgetBar({ window, budget: { used, limit }, currency }: BudgetBarProps) {
  const percent = percentOf(used, limit);
  const width = compareAmounts(percent, FULL) > 0 ? FULL : percent;
  return (
    <span className={classes.budget}>
      <span>
        {window}: <Amount amount={used} currency={currency} withCurrency={false} /> of{' '}
        <Amount amount={limit} currency={currency} />{' '}
        <span className={classes.quiet}>({formatPercent(percent)})</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span data-full={width === FULL} style={{ width: `${width}%` }} />
      </span>
    </span>
  );
}
