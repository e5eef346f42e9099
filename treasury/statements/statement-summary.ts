import * as z from 'zod/mini';
import { Decimal } from '../money/decimal.ts';
import { decimalOf, decimalText, formatDecimal } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Restatement } from './restatement.ts';
import {
  type CurrencyStatement,
  currencyStatementSchema,
  type Statement,
  statementHeadSchema,
} from './statement.ts';

const currencySummarySchema = record(() => ({
  ...currencyStatementSchema.shape,
  movements: record(() => ({
    /** How many there are. */
    count: z.int(),
    /** What they come to, native and signed. */
    amount: decimalText,
    /** In the reporting currency. What has no value counts as nothing. */
    value: decimalText,
  })),
}));

/** opening + movements = closing, to the last digit, without the lines themselves. */
export type CurrencySummary = Stored<typeof currencySummarySchema>;

export const statementSummarySchema = record(() => ({
  ...statementHeadSchema.shape,
  currencies: z.array(currencySummarySchema),
}));

/** A statement without its lines. Its digest is that of the whole. */
export type StatementSummary = Stored<typeof statementSummarySchema>;

export function summaryOf({ currencies, ...head }: Statement): StatementSummary {
  return { ...head, currencies: currencies.map(currencySummary) };
}

function currencySummary({ movements, ...rest }: CurrencyStatement): CurrencySummary {
  return {
    ...rest,
    movements: {
      count: movements.length,
      amount: sumOf(movements.map(({ amount }) => amount)),
      value: sumOf(movements.map(({ value }) => value)),
    },
  };
}

function sumOf(amounts: readonly (string | null)[]): string {
  const sum = amounts.reduce((part, each) => part.plus(decimalOf(each ?? '0')), new Decimal(0));
  return formatDecimal(sum);
}

export const restatementSummarySchema = record(() => ({
  currency: z.string(),
  message: z.string(),
  /** How many movements were frozen and are known otherwise now. */
  frozen: z.int(),
  /** How many are known now and were frozen otherwise. */
  now: z.int(),
}));

/** What is known of a currency since its month was frozen, without the movements themselves. */
export type RestatementSummary = Stored<typeof restatementSummarySchema>;

export function restatementSummary(restatement: Restatement): RestatementSummary {
  const { currency, message, frozen, now } = restatement;
  return { currency, message, frozen: frozen.length, now: now.length };
}
