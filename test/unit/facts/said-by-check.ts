import type { CheckCode, FactOf, ShownCode } from '../../../treasury/facts/check-fact.ts';

/** One fact, with all that is said of it; the sentence only of one that stops something. */
export type Said<Code extends CheckCode> = Code extends ShownCode
  ? readonly [fact: FactOf<Code>, seen: string, accepted: string]
  : readonly [fact: FactOf<Code>, seen: string, accepted: string, refused: string];

/** One sample of each code. */
export type SaidBy<Code extends CheckCode> = { readonly [Each in Code]: Said<Each> };

export const AT = '2026-01-05T09:00:00.000Z';
export const LATER = '2026-01-05T09:01:30.000Z';
export const CRON = {
  schedule: { kind: 'cron', expression: '0 7 * * ? *', timeZone: 'Europe/Zurich' },
} as const;
export const ALL = { kind: 'all', basis: 'surplus' } as const;
export const WEIGHTS = {
  kind: 'weights',
  parts: [
    { withdrawalAccountId: 'a', percent: '60' },
    { withdrawalAccountId: 'b', percent: '40' },
  ],
} as const;
