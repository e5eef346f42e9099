import * as z from 'zod/mini';
import { nonNegativeDecimalText, positiveDecimalText } from '../money/decimal-text.ts';
import type { Stored } from '../records/record.ts';
import { WEEKDAYS } from '../time/calendar-date.ts';
import { EXPECTED_FLOWS, EXPECTED_KINDS, type matchingRuleDraftSchema } from './matching-rule.ts';
import {
  currency,
  endOfHours,
  type Fields,
  generalLedgerCode,
  label,
  pieceId,
  seconds,
  timeOfDay,
} from './policy-fields.ts';
import { MAX_MATCHING_TOLERANCE_SECONDS } from './policy-limits.ts';

/** As people write it. */
export type MatchingRuleDraft = Stored<typeof matchingRuleDraftSchema>;

const hours = z
  .strictObject({
    timeZone: z.string(),
    from: z._default(timeOfDay, '00:00'),
    to: z._default(endOfHours, '24:00'),
    weekdays: z._default(
      z.array(z.enum(WEEKDAYS)).check(
        z.minLength(1, 'at least one weekday'),
        z.maxLength(WEEKDAYS.length, 'each weekday once'),
        z.refine((days) => new Set(days).size === days.length, 'each weekday once'),
      ),
      [...WEEKDAYS],
    ),
  })
  .check(
    z.refine(({ from, to }) => from < to, {
      path: ['to'],
      error: 'a time after `from` on the same day: two rules cover a night',
    }),
  );

/** One matching rule as people write it; an unknown field is refused. */
export const matchingRuleDraft: z.ZodMiniType<MatchingRuleDraft> = z.strictObject({
  id: pieceId,
  label,
  kind: z.enum(EXPECTED_KINDS),
  direction: z.enum(EXPECTED_FLOWS),
  currency: z.exactOptional(currency),
  minimum: z.exactOptional(nonNegativeDecimalText),
  maximum: z.exactOptional(positiveDecimalText),
  repeats: z.exactOptional(
    z.strictObject({
      amount: positiveDecimalText,
      tolerance: z._default(nonNegativeDecimalText, '0'),
    }),
  ),
  hours: z.exactOptional(hours),
  schedule: z.exactOptional(
    z.strictObject({
      expression: z.string(),
      timeZone: z.string(),
      toleranceSeconds: seconds(1, MAX_MATCHING_TOLERANCE_SECONDS),
    }),
  ),
  per24Hours: z.exactOptional(positiveDecimalText),
  enabled: z._default(z.boolean(), true),
  generalLedgerCode: z.exactOptional(generalLedgerCode),
} satisfies Fields<MatchingRuleDraft>);
