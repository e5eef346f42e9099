import { expect, it } from 'vitest';
import type { OutlookFact } from '../../../treasury/facts/outlook-facts.ts';
import { sayOutlook } from '../../../treasury/facts/sentences/say/say-outlook.ts';

const FROM = '2026-01-05T00:00:00.000Z';
const RATES = [{ id: 'chf-2026', version: 2, currency: 'CHF', in: 'USD', rate: '1.13' }];
const RANGE = { days: 28, from: FROM, complete: true };

const ROWS: {
  readonly [Code in OutlookFact['code']]: readonly [
    Extract<OutlookFact, { code: Code }>,
    en: string,
    de: string,
  ];
} = {
  'read-at': [
    { code: 'read-at', takenAt: FROM, ageSeconds: 90_061 },
    'On the balances read at 2026-01-05T00:00:00.000Z, 1 day 1 hour ago.',
    'Mit den Beständen, die am 05.01.2026, 00:00:00 UTC gelesen wurden, vor 1 Tag 1 Stunde.',
  ],
  'snapshots-go-on': [{ code: 'snapshots-go-on' }, 'Snapshots go on', 'Momentaufnahmen gehen'],
  'policy-stays': [{ code: 'policy-stays' }, 'The rules, accounts', 'Regeln, Konten'],
  'blocked-stays': [{ code: 'blocked-stays' }, 'A currency that is blocked', 'Eine Währung, die'],
  'stops-end': [{ code: 'stops-end' }, 'A halt and a dry-run', 'Ein Halt und ein Probelauf'],
  'approved-at-once': [
    { code: 'approved-at-once' },
    'What needs an approval is approved at once.',
    'Was eine Freigabe braucht, wird sofort freigegeben.',
  ],
  'never-approved': [
    { code: 'never-approved' },
    'What needs an approval never gets it: it waits, holds its rule, and expires.',
    'Was eine Freigabe braucht, bekommt sie nie: Es wartet, hält seine Regel auf und läuft ab.',
  ],
  'no-movements': [
    { code: 'no-movements' },
    'No deposit, trade or withdrawal by hand happens.',
    'Es gibt keine Einzahlung, kein Geschäft und keine Auszahlung von Hand.',
  ],
  'no-class-moved': [
    { code: 'no-class-moved', ...RANGE, complete: false },
    'No movement of the 28 days since 2026-01-05T00:00:00.000Z (earlier days have more differences than one call reads) has a class, so none is expected.',
    'Keine Bewegung der 28 Tage seit 05.01.2026, 00:00:00 UTC (frühere Tage haben mehr Differenzen, als ein Aufruf liest) hat eine Klasse, daher wird keine erwartet.',
  ],
  'classes-move': [
    { code: 'classes-move', ...RANGE, timeZone: 'Europe/Zurich' },
    'Each class moves what it moved in a day on average, over the 28 days since 2026-01-05T00:00:00.000Z, at each midnight of Europe/Zurich;',
    'Jede Klasse bewegt, was sie im Durchschnitt der 28 Tage seit 05.01.2026, 00:00:00 UTC an einem Tag bewegt hat, jeweils um Mitternacht (Europe/Zurich);',
  ],
  'rates-used': [
    { code: 'rates-used', rates: RATES },
    'Values of currencies without a price are by manual rate chf-2026 version 2: 1 CHF = 1.13 USD. No limit and no approval goes by them.',
    'Werte von Währungen ohne Kurs beruhen auf: manueller Kurs chf-2026 Version 2: 1 CHF = 1,13 USD. Kein Limit und keine Freigabe richtet sich danach.',
  ],
  'sends-at-most': [
    { code: 'sends-at-most', value: '1000.5', currency: 'USD', rates: RATES },
    'By policy, rules send at most 1000.5 USD in any 24 hours (manual rate chf-2026 version 2: 1 CHF = 1.13 USD).',
    'Nach dem Regelwerk senden Regeln höchstens 1000,5 USD in 24 Stunden (manueller Kurs chf-2026 Version 2: 1 CHF = 1,13 USD).',
  ],
  'sends-unbounded': [
    { code: 'sends-unbounded', labels: ['Cold', 'Bank'] },
    'No limit of the policy bounds what rules send in 24 hours: without one, or without a price for it: "Cold", "Bank".',
    'Kein Limit des Regelwerks begrenzt, was Regeln in 24 Stunden senden; ohne Limit, oder ohne Kurs dafür: „Cold“, „Bank“.',
  ],
};

it.each(Object.entries(ROWS))('says %s in each language', (_, [fact, english, german]) => {
  expect(sayOutlook(fact).slice(0, english.length)).toBe(english);
  expect(sayOutlook(fact, 'de').slice(0, german.length)).toBe(german);
});
