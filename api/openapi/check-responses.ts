import * as z from 'zod/mini';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { instant } from '../../treasury/time/instant-schema.ts';

const seen = {
  asOf: instant,
  snapshot: z.nullable(z.strictObject({ scheduledFor: instant, takenAt: instant })),
};

const value = z.strictObject({ amount: decimalText, currency: z.string() });

const refused = z.strictObject({
  result: z.literal('refused'),
  ...seen,
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  numbers: z.exactOptional(z.record(z.string(), z.string())),
  retryAfterSeconds: z.exactOptional(z.int().check(z.nonnegative())),
});

/** The answer of POST /v1/withdrawals/check. */
export const withdrawalCheck = z
  .discriminatedUnion('result', [
    z.strictObject({
      result: z.literal('accepted'),
      ...seen,
      approvalsRequired: z.union([z.literal(1), z.literal(2)]),
      value: z.exactOptional(value),
    }),
    z.strictObject({
      result: z.literal('requested-before'),
      ...seen,
      instructionId: z.string(),
    }),
    refused,
  ])
  .register(z.globalRegistry, { id: 'WithdrawalCheck' });

/** The answer of POST /v1/trades/check. */
export const tradeCheck = z
  .discriminatedUnion('result', [
    z.strictObject({
      result: z.literal('accepted'),
      ...seen,
      approvalsRequired: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      value,
    }),
    refused,
    z.strictObject({
      result: z.literal('unknown'),
      ...seen,
      code: z.enum(['no-snapshot', 'no-prices']),
      detail: z.string(),
    }),
  ])
  .register(z.globalRegistry, { id: 'TradeCheck' });
