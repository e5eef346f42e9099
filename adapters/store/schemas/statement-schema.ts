import * as z from 'zod';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type { CurrencyStatement, Statement } from '../../../treasury/statements/statement.ts';
import { instant } from './lane-schema.ts';

const balance = z.object({
  snapshot: instant,
  readAt: instant,
  amount: decimalText,
  price: decimalText.nullable(),
  value: decimalText.nullable(),
});

const movement = z.object({
  kind: z.enum(['withdrawal', 'trade', 'inflow', 'outflow', 'unexplained']),
  at: instant,
  snapshot: instant,
  amount: decimalText,
  price: decimalText.nullable(),
  value: decimalText.nullable(),
  instructionId: z.string().nullable(),
  askedBy: z.string().nullable(),
  approvedBy: z.array(z.string()),
  words: z.string().nullable(),
});

const currencyStatement = z.object({
  currency: z.string(),
  opening: balance,
  movements: z.array(movement),
  closing: balance,
  revaluation: decimalText.nullable(),
});

const head = z.object({
  client: z.string(),
  month: z.string(),
  timeZone: z.string(),
  from: instant,
  to: instant,
  reportingCurrency: z.string(),
  totals: z.object({
    opening: decimalText,
    movements: decimalText,
    revaluation: decimalText,
    closing: decimalText,
    unvalued: z.array(z.string()),
  }),
  digest: z.string().nullable(),
  frozenAt: instant.nullable(),
});

export const statementHeadSchema: z.ZodType<Omit<Statement, 'currencies'>> = head;
export const currencyStatementsSchema: z.ZodType<readonly CurrencyStatement[]> =
  z.array(currencyStatement);
/** As the API shows it. */
export const statementShape: z.ZodType<Statement> = head.extend({
  currencies: z.array(currencyStatement),
});
export const movementShape = movement;
