import { decimalsIn, decimalsOf, type FormatOptions, formatAmount } from './amounts.ts';
import classes from './display.module.css';
import { useLocale } from './language.tsx';

interface AmountProps extends Pick<FormatOptions, 'decimals' | 'isRounded' | 'isSigned'> {
  /** Decimal text; null where it is not known, which is never zero. */
  readonly amount: string | null | undefined;
  readonly currency: string;
  /** False where the currency stands beside it already, as in a column of its own. @default true */
  readonly withCurrency?: boolean;
  /** Decimals of the widest amount of the column: the points of different currencies stand below each other. */
  readonly columnDecimals?: number;
}

/** An amount: exact, with figures of one width. What is copied of it is plain decimal text. */
export function Amount({
  amount,
  currency,
  withCurrency = true,
  columnDecimals,
  ...format
}: AmountProps) {
  const locale = useLocale();
  if (amount === null || amount === undefined) {
    return (
      <span className={classes.unknown} title="Not known at the moment">
        unknown
      </span>
    );
  }
  const shown = formatAmount(amount, currency, {
    ...format,
    ...(locale !== undefined && { locale }),
  });
  const decimals = format.decimals ?? decimalsOf(currency);
  const own = format.isRounded === true ? decimals : Math.max(decimals, decimalsIn(amount));
  const missing = columnDecimals === undefined ? 0 : Math.max(0, columnDecimals - own);
  return (
    <span className={classes.amount} data-plain={amount} title={`${amount} ${currency}`}>
      {shown}
      {missing > 0 && <span style={{ paddingInlineEnd: `${missing}ch` }} />}
      {withCurrency && <span className={classes.currency}>{` ${currency}`}</span>}
    </span>
  );
}
