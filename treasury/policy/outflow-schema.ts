import * as z from 'zod/mini';
import { nonNegativeDecimalText } from '../money/decimal-text.ts';
import { eachAccountLimit } from './account-limits.ts';
import type { LiquidityFloor, WithdrawalLimits } from './controls.ts';
import { labelKey } from './label.ts';
import { currency, label } from './policy-fields.ts';
import { MAX_COUNTERPARTIES, MAX_FLOOR_CURRENCIES } from './policy-limits.ts';
import type { AccountLimits } from './registered-account.ts';

/* Floors and limits over several currencies, as people write them. Zero is a limit too: nothing may leave. */

const rolling = {
  per24Hours: z.exactOptional(nonNegativeDecimalText),
  per30Days: z.exactOptional(nonNegativeDecimalText),
};

export const liquidityFloor: z.ZodMiniType<LiquidityFloor> = z.strictObject({
  total: z.exactOptional(nonNegativeDecimalText),
  currencies: z.exactOptional(
    z
      .record(currency, nonNegativeDecimalText)
      .check(
        z.refine(
          (floors) => Object.keys(floors).length <= MAX_FLOOR_CURRENCIES,
          `at most ${MAX_FLOOR_CURRENCIES} currencies`,
        ),
      ),
  ),
});

export const withdrawalLimits: z.ZodMiniType<WithdrawalLimits> = z.strictObject({
  per24Hours: z.exactOptional(nonNegativeDecimalText),
  counterparties: z.exactOptional(
    z.array(z.strictObject({ name: label, ...rolling })).check(
      z.maxLength(MAX_COUNTERPARTIES, `at most ${MAX_COUNTERPARTIES} counterparties`),
      z.refine(
        (all) => new Set(all.map(({ name }) => labelKey(name))).size === all.length,
        'each counterparty once: names that read alike are one',
      ),
    ),
  ),
});

export const accountLimits: z.ZodMiniType<AccountLimits> = z.strictObject(
  eachAccountLimit(z.exactOptional(nonNegativeDecimalText)),
);
