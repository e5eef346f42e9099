import { expect, it } from 'vitest';
import type { BreakFact, BreakOrigin } from '../../../treasury/facts/break-facts.ts';
import { breakSentence, sayOfBreak } from '../../../treasury/facts/sentences/say/say-break.ts';

const FROM = '2026-01-05T08:55:02.000Z';
const TO = '2026-01-05T09:00:02.000Z';
const FOUND: BreakOrigin = {
  ...{ code: 'unexplained', from: FROM, to: TO, opening: '4', closing: '1.5', amount: '-1.25' },
  ...{ movements: [{ amount: '-1.25', instructionId: 'sweep-1' }], mayBe: ['trade-1', 'sweep-2'] },
};
const GERMAN_FELL =
  'BTC von 05.01.2026, 08:55:02 UTC bis 05.01.2026, 09:00:02 UTC: 4, -1,25 durch sweep-1, gelesen 1,5: 1,25 ungeklärt abgegangen; es kann trade-1 oder sweep-2 sein, mit noch unbekanntem Ausgang';
const GERMAN_ROSE =
  'BTC von 05.01.2026, 08:55:02 UTC bis 05.01.2026, 09:00:02 UTC: 4, gelesen 4,5: 0,5 ungeklärt eingegangen';
const FELL = `BTC from ${FROM} to ${TO}: 4, -1.25 of sweep-1, read 1.5: 1.25 went out unexplained; it may be trade-1 or sweep-2, whose outcome is not known`;
const ROSE = `BTC from ${FROM} to ${TO}: 4, read 4.5: 0.5 came in unexplained`;
const DEPOSIT = { kind: 'deposit', comment: 'advice 81' } as const;
const SINCE = { code: 'accounted-for', how: 'restatement' } as const;

const SAID: readonly (readonly [BreakFact, en: string, de: string])[] = [
  [{ code: 'found', found: FOUND }, FELL, GERMAN_FELL],
  [
    { code: 'amount-changed', was: '-1', found: FOUND },
    `was -1 BTC, is -1.25: ${FELL}`,
    `war -1 BTC, ist -1,25: ${GERMAN_FELL}`,
  ],
  [
    {
      code: 'found',
      found: { ...FOUND, closing: '4.5', amount: '0.5', movements: [], mayBe: [] },
    },
    ROSE,
    GERMAN_ROSE,
  ],
  [
    { code: 'taken-over', breakId: 'b-1', by: 'tom', ...DEPOSIT },
    'a late snapshot shows b-1 here; tom named it deposit: advice 81',
    'eine verspätete Momentaufnahme zeigt b-1 hier; tom nannte es Einzahlung: advice 81',
  ],
  [
    { code: 'matched', kind: 'fee', label: 'Network fees', ruleId: 'fees', version: 3 },
    'fee: Network fees (matching rule fees, version 3)',
    'Gebühr: Network fees (Zuordnungsregel fees, Version 3)',
  ],
  [{ code: 'explained', ...DEPOSIT }, 'deposit: advice 81', 'Einzahlung: advice 81'],
  [
    { code: 'commented', comment: 'agrees with the bank' },
    'agrees with the bank',
    'agrees with the bank',
  ],
  [
    { code: 'accounted-for', how: 'settlement', instructionIds: ['sweep-2'] },
    'settled since: sweep-2 was executed and accounts for it',
    'inzwischen geklärt: sweep-2 wurde ausgeführt und erklärt es',
  ],
  [
    { ...SINCE, instructionIds: ['a', 'b'] },
    'accounted for since by a, b',
    'inzwischen erklärt durch a, b',
  ],
  [
    { ...SINCE, instructionIds: [] },
    'a snapshot that came late shows nothing unexplained here',
    'eine verspätete Momentaufnahme zeigt hier nichts Ungeklärtes',
  ],
];

it.each(SAID)('$code of a break is said with its numbers', (fact, english, german) => {
  const about = { currency: 'BTC', direction: 'outflow' } as const;
  expect(sayOfBreak(about, fact)).toBe(english);
  expect(sayOfBreak(about, fact, 'de')).toBe(german);
});

it('what did not show is said as such', () => {
  const about = { currency: 'BTC', direction: 'unbooked' } as const;
  const found = { code: 'unbooked', amount: '0.5', since: FROM } as const;
  expect(sayOfBreak(about, { code: 'found', found })).toMatch(
    /^0\.5 BTC, claimed since .* was confirmed and no balance shows it/,
  );
  expect(sayOfBreak(about, { code: 'found', found }, 'de')).toMatch(
    /^0,5 BTC, gesendet seit 05\.01\.2026, 08:55:02 UTC, sind bestätigt, und kein Bestand zeigt sie/,
  );
  const ended = (how: 'settlement' | 'restatement') =>
    (['en', 'de'] as const).map((language) =>
      sayOfBreak(about, { code: 'accounted-for', how, instructionIds: ['sweep-1'] }, language),
    );
  expect(ended('settlement')).toEqual([
    'two people concluded what is unbooked',
    'zwei Personen haben festgestellt, was aus dem nicht gebuchten Betrag wurde',
  ]);
  expect(ended('restatement')).toEqual([
    'a later balance shows it',
    'ein späterer Bestand zeigt es',
  ]);
});

it('keeps each moment and each amount of how a break came about as a part, for readers who write them otherwise', () => {
  const parts = breakSentence({ currency: 'BTC', direction: 'outflow' }, FOUND);
  const shown = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.is]));
  expect(shown.filter((is) => is === 'moment')).toHaveLength(2);
  expect(shown.filter((is) => is === 'amount').length).toBeGreaterThanOrEqual(3);
  const text = parts.filter((part) => typeof part === 'string').join('');
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
});
