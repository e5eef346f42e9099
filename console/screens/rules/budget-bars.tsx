import parts from '../../display/parts.module.css';
import { UsedBar } from '../../display/used-bar.tsx';
import classes from './rules.module.css';
import type { ListedRule } from './types.ts';

/** What a rule has used of its rolling budgets: a bar for each, beside the figures that it draws. */
export function BudgetBars({ rule }: { readonly rule: ListedRule }) {
  const { budgets, withdrawalsPer24Hours: times } = rule.activity;
  const { per24Hours, per30Days } = budgets;
  if (per24Hours === undefined && per30Days === undefined && times === undefined) {
    return <span className={parts.quiet}>no budget</span>;
  }
  return (
    <span className={classes.budgets}>
      {per24Hours !== undefined && (
        <UsedBar title="24 hours" {...per24Hours} currency={rule.currency} />
      )}
      {per30Days !== undefined && (
        <UsedBar title="30 days" {...per30Days} currency={rule.currency} />
      )}
      {times !== undefined && (
        <UsedBar
          title="Withdrawals in 24 hours"
          used={String(times.used)}
          limit={String(times.limit)}
        />
      )}
    </span>
  );
}
