import { describe, expect, it } from 'vitest';
import { sayNoPrice, sayUnknown } from '../../../treasury/facts/sentences/say/no-price.ts';
import type { UnknownBound } from '../../../treasury/facts/unknown-bound.ts';
import { numbersIn } from './numbers-in.ts';

/*
 * Why a limit cannot be compared, or rests on no price: a code with numbers, said in each language.
 */

type Code = UnknownBound['code'];

const PAIR = { currency: 'BTC', into: 'USD' } as const;
const INSTRUMENTS = ['BTC/EUR', 'EUR/USD'];
const [READ_AT, NOW] = ['2026-01-05T08:00:00.000Z', '2026-01-05T09:00:00.000Z'];

const SAID: {
  readonly [Each in Code]: readonly [Extract<UnknownBound, { readonly code: Each }>, string];
} = {
  'no-price': [
    { code: 'no-price', ...PAIR },
    'Its limits in USD need a price of BTC/USD or USD/BTC; there is none.',
  ],
  'valued-otherwise': [
    { code: 'valued-otherwise', into: 'USD', reportingCurrency: 'EUR' },
    'It is compared in USD, and the prices were valued in EUR.',
  ],
  unproven: [
    { code: 'unproven', ...PAIR, by: 'waits' },
    'The price of BTC in USD cannot be compared with an earlier one and waits for the next snapshots: the last snapshot cannot be proven now.',
  ],
  contradicted: [
    { code: 'contradicted', instruments: INSTRUMENTS },
    'The prices of BTC/EUR and EUR/USD contradict each other, so neither is taken for the price.',
  ],
  'only-crossed': [
    { code: 'only-crossed', ...PAIR, instruments: INSTRUMENTS },
    'BTC has a price in USD only over a third currency (BTC/EUR and EUR/USD), which permits nothing unless the controls say so.',
  ],
  'new-price': [
    { code: 'new-price', ...PAIR, readings: 2 },
    'The price of BTC in USD is new: it counts once 3 readings in a row agree (so far: 2).',
  ],
  jumped: [
    { code: 'jumped', ...PAIR, from: '50000.5', to: '5000', readings: 1 },
    'The price of BTC went from 50000.5 to 5000 USD, further than 25 %: it counts once 3 readings in a row agree (so far: 1).',
  ],
  'limits-otherwise': [
    { code: 'limits-otherwise', into: 'USD', reportingCurrency: 'EUR' },
    'It has limits in USD, and the reporting currency is EUR.',
  ],
  stale: [
    { code: 'stale', readAt: READ_AT, now: NOW, maximumSeconds: 900 },
    'The prices are 1 hour old; a limit by value rests on prices at most 15 minutes old.',
  ],
  'jumped-since': [
    { code: 'jumped-since', ...PAIR, from: '10', to: '45' },
    'The price of BTC went from 10 USD to 45 USD since the decision, further than 25 %.',
  ],
  'no-amount': [
    { code: 'no-amount', currency: 'BTC', value: '5', in: 'USD', price: '0.0000001' },
    'At a price of 0.0000001, 5 USD cannot be turned into an amount of BTC.',
  ],
  'no-usable-price': [
    { code: 'no-usable-price', ...PAIR },
    'There is no usable price of BTC in USD.',
  ],
  'counted-otherwise': [
    { code: 'counted-otherwise' },
    'What left lately cannot be added up: it is counted in another currency, or there are too many amounts.',
  ],
  'open-unpriced': [
    { code: 'open-unpriced', currencies: ['ETH', 'SOL'], into: 'USD', more: 3 },
    'Withdrawals in ETH and SOL and 3 more are open, and there is no usable price for them in USD.',
  ],
  'lane-unreadable': [
    { code: 'lane-unreadable', currency: 'ETH' },
    'The open amounts of ETH cannot be read.',
  ],
  'counts-unreadable': [
    { code: 'counts-unreadable', counts: 'outflow-usage' },
    'The counts of withdrawals cannot be read (item outflow-usage): until an engineer puts the item right, nothing that counts there is sent.',
  ],
};

const ROWS = Object.values(SAID).map(([why, text]) => [why.code, why, text] as const);

describe('what stands in the way of a price', () => {
  it.each(ROWS)('is one sentence: %s', (_code, why, text) => {
    expect(sayNoPrice(why)).toBe(text);
  });

  it.each(ROWS)('is said in German with the same numbers: %s', (_code, why, text) => {
    const german = sayNoPrice(why, 'de');
    expect(numbersIn([german.replaceAll(',', '.')])).toEqual(numbersIn([text]));
    expect(german).not.toBe(text);
  });

  it('is a part of another sentence, in which a code of a currency keeps its capitals', () => {
    expect(sayUnknown(SAID['no-usable-price'][0])).toBe('there is no usable price of BTC in USD');
    expect(sayUnknown(SAID['only-crossed'][0])).toMatch(/^BTC has a price/);
  });

  it('also where the seal of the snapshot is forged, or the prices are of later than now', () => {
    expect(sayNoPrice({ code: 'unproven', ...PAIR, by: 'forged' })).toContain('does not hold');
    const later = { code: 'stale', readAt: NOW, now: READ_AT, maximumSeconds: 900 } as const;
    expect(sayNoPrice(later)).toContain(`read at ${NOW}, later than now`);
    expect(sayNoPrice(later, 'de')).toContain('05.01.2026, 09:00:00 UTC');
  });
});
