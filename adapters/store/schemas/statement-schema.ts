import * as z from 'zod/mini';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type { CurrencyStatement, Statement } from '../../../treasury/statements/statement.ts';
import { instant } from './lane-schema.ts';

const balance = z.object({
  snapshot: instant,
  readAt: instant,
  amount: decimalText,
  price: z.nullable(decimalText),
  value: z.nullable(decimalText),
});

const movement = z.object({
  kind: z.enum(['withdrawal', 'trade', 'inflow', 'outflow', 'unexplained']),
  at: instant,
  snapshot: instant,
  amount: decimalText,
  price: z.nullable(decimalText),
  value: z.nullable(decimalText),
  instructionId: z.nullable(z.string()),
  askedBy: z.nullable(z.string()),
  approvedBy: z.array(z.string()),
  words: z.nullable(z.string()),
});

const currencyStatement = z.object({
  currency: z.string(),
  opening: balance,
  movements: z.array(movement),
  closing: balance,
  revaluation: z.nullable(decimalText),
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
  digest: z.nullable(z.string()),
  frozenAt: z.nullable(instant),
});

export const statementHeadSchema: z.ZodMiniType<Omit<Statement, 'currencies'>> = head;
export const currencyStatementsSchema: z.ZodMiniType<readonly CurrencyStatement[]> =
  z.array(currencyStatement);
/** As the API shows it. */
export const statementShape: z.ZodMiniType<Statement> = z.extend(head, {
  currencies: z.array(currencyStatement),
});
export const movementShape = movement;
