import { memo } from 'react';
import { Sparkline } from '../charts/sparkline.tsx';
import { Change } from '../display/change.tsx';
import classes from './reports.module.css';
import { type Balances, changeOf, valuePoints } from './value-points.ts';

interface ValueOverRangeProps {
  readonly report: Balances | null;
  readonly reporting: string;
}

/** The value of a currency over the range: a line, and what it comes to. Drawn again for another report alone. */
export const ValueOverRange = memo(function ValueOverRange({
  report,
  reporting,
}: ValueOverRangeProps) {
  if (report === null) return <span className={classes.quiet}>…</span>;
  const points = valuePoints(report);
  const change = changeOf(points);
  if (change === null) return <span className={classes.quiet}>no price</span>;
  return (
    <span className={classes.overRange}>
      <Sparkline points={points} />
      <Change {...change} currency={reporting} isShort />
    </span>
  );
});
