import { Decimal } from '../money/decimal.ts';

/** A number of a fact. It may have more digits than decimal text, since a product is written in full. */
export function numberIn(text: string): Decimal {
  return new Decimal(text);
}
