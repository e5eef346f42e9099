import { describe, expect, it } from 'vitest';
import { refusalSentence, sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { type InstructionStop, stopFactSchema } from '../../../treasury/facts/stop-fact.ts';
import { numbersIn } from './numbers-in.ts';

/*
 * Every reason that ends an instruction or refuses a trade, beside those that checks state: a code with numbers, which
 * the ledger holds whole and each language says.
 */

type Said = {
  readonly [Code in InstructionStop['code']]: readonly [
    why: Extract<InstructionStop, { readonly code: Code }>,
    said: string,
  ];
};

const AT = '2026-01-05T09:00:00.000Z';
const TAMPERED = 'Something other than Sluice has written to the ledger.';
const ROLLING = {
  scope: 'person',
  notional: '700',
  reportingCurrency: 'USD',
  maximum: '1000',
} as const;

const SAID: Said = {
  'not-sent-in-time': [
    {
      ...{ code: 'not-sent-in-time', seconds: 900 },
      next: { code: 'occurrence-missed', ruleId: 'daily', occurrence: AT },
    },
    `It was not sent within 900 s of its approval; the occurrence ${AT} of rule daily is missed, and its next one decides anew.`,
  ],
  'seal-expired': [{ code: 'seal-expired', expiresAt: AT }, `Its seal expired at ${AT}.`],
  'cancelled-by-person': [
    { code: 'cancelled-by-person', by: 'tess', comment: 'wrong month' },
    'cancelled by tess: wrong month',
  ],
  'more-approvals-by-tiers': [
    { code: 'more-approvals-by-tiers', required: 2, given: 1 },
    'With what left in 24 hours it needs the approval of 2 people, and has that of 1; it is decided anew.',
  ],
  'more-approvals-by-policy': [
    { code: 'more-approvals-by-policy', required: 1, given: 0 },
    'By the policy as it stands it needs the approval of 1 person, and has that of 0.',
  ],
  'trade-needs-approval': [
    { code: 'trade-needs-approval', value: '250.5', currency: 'USD' },
    'Together with what the rule traded in 24 hours, a trade worth 250.5 USD needs an approval, which it does not have; it is decided anew.',
  ],
  'rule-converts-otherwise': [
    {
      ...{ code: 'rule-converts-otherwise', ruleId: 'eth-usd' },
      ...{ side: 'sell', instrument: 'ETH/USD' },
    },
    'The rule eth-usd converts by another trade than sell ETH/USD.',
  ],
  'piece-changed': [
    { code: 'piece-changed', piece: 'account' },
    'The account was changed since it was decided.',
  ],
  'older-than-seals': [
    { code: 'older-than-seals', instructionId: 'i-1' },
    'i-1 was decided before there were seals.',
  ],
  'not-decided-here': [
    { code: 'not-decided-here', instructionId: 'i-1' },
    'i-1 was not decided in this ledger as it stands.',
  ],
  'seal-broken': [
    { code: 'seal-broken', instructionId: 'i-1' },
    `The seal of i-1 does not hold. ${TAMPERED}`,
  ],
  'seal-missing': [
    { code: 'seal-missing', instructionId: 'i-1' },
    `i-1 carries no seal, and whatever is decided here carries one. ${TAMPERED}`,
  ],
  'put-back': [
    { code: 'put-back', instructionId: 'i-1' },
    `i-1 stands as it was before it was sent or ended: an earlier state was put back. ${TAMPERED}`,
  ],
  'counts-put-back': [
    { code: 'counts-put-back', found: 3, known: 5 },
    `Version 3 of what limits count stands, and a lane has claimed with version 5. ${TAMPERED}`,
  ],
  'halt-end-unsealed': [
    { code: 'halt-end-unsealed', generation: 4 },
    `The end of the halt, of generation 4, has no valid seal. ${TAMPERED}`,
  ],
  'halt-erased': [
    { code: 'halt-erased', erased: { code: 'older-generation', generation: 2, after: 3 } },
    `The halt is not what Sluice wrote: it is generation 2, after generation 3. ${TAMPERED}`,
  ],
  'halt-ended-elsewhere': [
    { code: 'halt-ended-elsewhere' },
    'The last halt was ended in another ledger. Halt, and end the halt in this one.',
  ],
  'instrument-not-permitted': [
    { code: 'instrument-not-permitted', instrument: 'SOL/USD', permitted: ['BTC/USD', 'ETH/USD'] },
    'SOL/USD may not be traded; accepted: BTC/USD, ETH/USD.',
  ],
  'no-price-now': [
    { code: 'no-price-now', instrument: 'BTC/USD' },
    'The service has no price for BTC/USD at this moment.',
  ],
  'prices-too-old': [
    { code: 'prices-too-old', readAt: AT, now: '2026-01-05T09:02:00.000Z', maximumSeconds: 60 },
    `The prices were read at ${AT} and it is 2026-01-05T09:02:00.000Z; accepted: at most 60 s old.`,
  ],
  'price-jumped': [
    {
      ...{ code: 'price-jumped', instrument: 'BTC/USD', from: '50000' },
      ...{ bid: '5000', ask: '5001', readings: 1 },
    },
    'The price of BTC/USD has jumped by more than 25 % from 50000 to bid 5000 and ask 5001; it is believed once 3 readings in a row are near it (so far: 1).',
  ],
  'outside-collar': [
    {
      ...{ code: 'outside-collar', instrument: 'BTC/USD', side: 'buy', price: '60000' },
      ...{ market: '50010', collarPercent: '5', accepted: '52510.5' },
    },
    '60000 for BTC/USD is more than 5 % above the ask of 50010; accepted: at most 52510.5.',
  ],
  'reading-too-early': [
    {
      ...{ code: 'reading-too-early', currency: 'BTC' },
      ...{ readAt: AT, known: '2026-01-05T09:00:01.000Z' },
    },
    `The balance of BTC was read at ${AT}, and the ledger already knows a later state, of 2026-01-05T09:00:01.000Z.`,
  ],
  'trade-unvalued': [
    {
      ...{ code: 'trade-unvalued', amount: '2', currency: 'BTC', reportingCurrency: 'EUR' },
      why: { code: 'no-price', currency: 'BTC', into: 'EUR' },
    },
    '2 BTC cannot be valued in EUR at the prices of this moment, so the limit cannot be checked. Its limits in EUR need a price of BTC/EUR or EUR/BTC; there is none.',
  ],
  'notional-too-high': [
    {
      ...{ code: 'notional-too-high', amount: '2', currency: 'BTC', notional: '100000' },
      ...{ reportingCurrency: 'USD', maximum: '70000' },
    },
    '2 BTC is worth 100000 USD; accepted: at most 70000.',
  ],
  'more-than-a-day': [
    { code: 'more-than-a-day', ...ROLLING },
    'The trade is worth 700 USD; accepted: at most 1000 by one person in 24 hours.',
  ],
  'day-is-full': [
    { code: 'day-is-full', ...ROLLING, traded: '400', roomAt: AT },
    `400 USD were traded by one person in the last 24 hours and this is worth 700; accepted: at most 1000; there is room at ${AT}.`,
  ],
  'day-counted-otherwise': [
    { code: 'day-counted-otherwise', unit: 'EUR', reportingCurrency: 'USD', roomAt: AT },
    `The last 24 hours are counted in EUR, and the limit is in USD; there is room at ${AT}.`,
  ],
  'too-many-people-traded': [
    { code: 'too-many-people-traded', by: 'tess', maximum: 200 },
    'More than 200 people traded in the last 24 hours: no limit can be kept for tess.',
  ],
  'balance-too-low': [
    {
      ...{ code: 'balance-too-low', currency: 'BTC' },
      ...{ needed: '2', available: '0.5', unbooked: '1' },
    },
    'The trade needs 2 BTC; available: 0.5 (1.5 less 1 not booked yet).',
  ],
  'too-many-waiting': [
    { code: 'too-many-waiting', currency: 'BTC', waiting: 100, maximum: 100 },
    '100 instructions wait in BTC; accepted: fewer than 100.',
  ],
};

type Row = readonly [why: InstructionStop, said: string];

/** What is said otherwise where a value is another one, or is not there. */
const OTHERWISE: readonly Row[] = [
  ...(
    [
      ['ask-anew', 'ask anew'],
      ['rule-gone', 'its rule is gone'],
      ['next-snapshot', 'the next snapshot decides anew'],
    ] as const
  ).map(
    ([code, said]): Row => [
      { code: 'not-sent-in-time', seconds: 900, next: { code } },
      `It was not sent within 900 s of its approval; ${said}.`,
    ],
  ),
  [
    { code: 'counts-put-back', found: null, known: 5 },
    `Version none of what limits count stands, and a lane has claimed with version 5. ${TAMPERED}`,
  ],
  [
    { code: 'halt-erased', erased: { code: 'everything-not-resumed', generation: 2 } },
    `The halt is not what Sluice wrote: everything was halted in generation 2, and no resumption has ended that. ${TAMPERED}`,
  ],
  [
    { code: 'halt-erased', erased: { code: 'currency-not-resumed', currency: 'BTC' } },
    `The halt is not what Sluice wrote: BTC was halted, and no resumption has ended that. ${TAMPERED}`,
  ],
  [
    {
      ...{ code: 'outside-collar', instrument: 'BTC/USD', side: 'sell', price: '1' },
      ...{ market: '49990', collarPercent: '5', accepted: '47490.5' },
    },
    '1 for BTC/USD is more than 5 % below the bid of 49990; accepted: at least 47490.5.',
  ],
  [
    { code: 'instrument-not-permitted', instrument: 'SOL/USD', permitted: [] },
    'SOL/USD may not be traded; accepted: none.',
  ],
  [
    { code: 'trade-unvalued', amount: '2', currency: 'X', reportingCurrency: 'EUR', why: null },
    '2 X cannot be valued in EUR at the prices of this moment, so the limit cannot be checked.',
  ],
  [
    {
      ...{ code: 'balance-too-low', currency: 'BTC' },
      ...{ needed: '2', available: '0.5', unbooked: '0' },
    },
    'The trade needs 2 BTC; available: 0.5.',
  ],
];

const ROWS = [...(Object.values(SAID) as readonly Row[]), ...OTHERWISE];

describe('why nothing leaves is said by its fact alone, which the ledger holds whole', () => {
  it.each(ROWS.map(([why, said]) => [why.code, why, said] as const))('%s', (_code, why, said) => {
    const kept = stopFactSchema.parse(JSON.parse(JSON.stringify(why)));
    expect(kept).toEqual(why);
    expect(sayRefusal(kept)).toBe(said);
  });
});

describe('in German, it names each number that it names in English', () => {
  it.each(ROWS.map(([why, said]) => [why.code, why, said] as const))('%s', (_code, why, said) => {
    expect(numbersIn(refusalSentence(why, 'de'))).toEqual(numbersIn(refusalSentence(why)));
    expect(sayRefusal(why, 'de')).not.toBe(said);
  });
});
