import type { CalendarDraft } from '../../treasury/calendars/calendar.ts';
import type { ManualRateDraft } from '../../treasury/policy/manual-rate-schema.ts';
import type { MatchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';

/*
 * Pieces of a policy as people write them: the same ones in requests, in answers and in events.
 */

export const MANUAL_RATE = {
  id: 'chf-2026-q1',
  label: 'CHF in the first quarter',
  currency: 'CHF',
  in: 'USD',
  rate: '1.13',
  from: '2026-01-01',
  until: '2026-04-01',
  source: 'Average of the central bank',
} as const satisfies ManualRateDraft;

/** Switched on, which is what an absent `enabled` means. */
export const MATCHING_RULE = {
  id: 'network-fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.0005',
  per24Hours: '0.01',
} as const satisfies Omit<MatchingRuleDraft, 'enabled'>;

/** Closed at weekends, which is what an absent `weekend` means. */
export const CALENDAR = {
  id: 'zurich',
  label: 'Zurich',
  timeZone: 'Europe/Zurich',
  from: '2026-01-01',
  until: '2027-12-31',
  holidays: [{ date: '2026-08-01', name: 'National Day' }],
} as const satisfies Omit<CalendarDraft, 'weekend'>;
