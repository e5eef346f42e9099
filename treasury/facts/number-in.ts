import * as z from 'zod/mini';
import { Decimal } from '../money/decimal.ts';

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number of a fact, as decimal text of any number of digits: a product is written in full. */
export const numberText = z.string().check(z.regex(NUMBER));

export function numberIn(text: string): Decimal {
  return new Decimal(text);
}
