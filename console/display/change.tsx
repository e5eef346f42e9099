import { Amount } from './amount.tsx';
import { formatPercent, signOf } from './amounts.ts';
import classes from './display.module.css';

interface ChangeProps {
  readonly amount: string;
  readonly percent: string | null;
  readonly currency: string;
  /** Only the percentage, in a narrow column. @default false */
  readonly isShort?: boolean;
}

const ARROWS = { '-1': '▼', 0: '●', 1: '▲' } as const;

/** How much more or less: with a sign and an arrow, so that the colour is not needed. */
export function Change({ amount, percent, currency, isShort = false }: ChangeProps) {
  const sign = signOf(amount);
  return (
    <span className={classes.change} data-sign={sign}>
      <span aria-hidden="true" className={classes.arrow}>
        {ARROWS[sign]}
      </span>{' '}
      {!isShort && <Amount amount={amount} currency={currency} isSigned isRounded />}
      {percent !== null && (
        <span>
          {isShort ? '' : ' ('}
          {formatPercent(percent, { isSigned: true })}
          {isShort ? '' : ')'}
        </span>
      )}
    </span>
  );
}
