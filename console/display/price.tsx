import { Amount } from './amount.tsx';
import { priceFormat } from './prices.ts';

interface PriceProps {
  /** Decimal text; null where it is not known. */
  readonly price: string | null | undefined;
  /** The currency that it is in. */
  readonly currency: string;
  readonly withCurrency?: boolean;
  readonly columnDecimals?: number;
}

/**
 * A price that was seen or worked out, by its significant digits. A limit that people agree to is an `Amount`: they agree to every
 * digit of it.
 */
export function Price({ price, currency, ...rest }: PriceProps) {
  if (price === null || price === undefined) {
    return <Amount amount={price} currency={currency} {...rest} />;
  }
  return <Amount amount={price} currency={currency} {...priceFormat(price, currency)} {...rest} />;
}
