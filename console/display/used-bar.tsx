import { Amount } from './amount.tsx';
import { compareAmounts, formatPercent, percentOf } from './amounts.ts';
import classes from './display.module.css';

interface UsedBarProps {
  /** Of what: the window, and whose limit it is. */
  readonly title: string;
  readonly used: string;
  readonly limit: string;
  /** Absent of what is counted and is no money. */
  readonly currency?: string;
}

const FULL = '100';

/** What is used of a limit: a bar below the figures that it draws. */
export function UsedBar({ title, used, limit, currency }: UsedBarProps) {
  const percent = percentOf(used, limit);
  const width = compareAmounts(percent, FULL) > 0 ? FULL : percent;
  return (
    <span className={classes.used}>
      <span>
        <bdi>{title}</bdi>:{' '}
        {currency === undefined ? (
          `${used} of ${limit}`
        ) : (
          <>
            <Amount amount={used} currency={currency} withCurrency={false} /> of{' '}
            <Amount amount={limit} currency={currency} />
          </>
        )}{' '}
        <span className={classes.usedShare}>({formatPercent(percent)})</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span data-full={width === FULL} style={{ width: `${width}%` }} />
      </span>
    </span>
  );
}
