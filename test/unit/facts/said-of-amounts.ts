import type { AmountFact } from '../../../treasury/facts/amount-facts.ts';
import type { OutflowFact } from '../../../treasury/facts/bound-facts.ts';
import type { ConversionFact } from '../../../treasury/facts/conversion-facts.ts';
import type { LimitPriceFact } from '../../../treasury/facts/price-of-limits-facts.ts';
import type { SplitFact } from '../../../treasury/facts/split-facts.ts';
import { AT, LATER, type SaidBy, WEIGHTS } from './said-by-check.ts';

const HALF = { kind: 'percentage', basis: 'surplus', percent: '50' } as const;
const HOLDING = { balance: '20', committed: '2', unbooked: '1' } as const;
const PART = {
  limit: 'split',
  ...{ split: WEIGHTS, instructionId: 'i-1', part: 1, of: 2 },
  ...{ amount: '6', total: '10', currency: 'BTC', accountId: 'a' },
} as const;
const QUOTED = {
  limit: 'price',
  instrument: 'BTC/USD',
  price: { bid: '99', ask: '101' },
} as const;
const CURRENT = 'a current price that has not jumped';

type Codes = (LimitPriceFact | AmountFact | OutflowFact | SplitFact | ConversionFact)['code'];

export const SAID_OF_AMOUNTS: SaidBy<Codes> = {
  'no-limit-price': [
    {
      ...{ limit: 'price-of-limits', code: 'no-limit-price' },
      why: { code: 'no-price', currency: 'BTC', into: 'USD' },
    },
    'no price of BTC in USD',
    'one instrument, at most 15 minutes old, near the price before',
    'Its limits in USD need a price of BTC/USD or USD/BTC; there is none.',
  ],
  'limit-prices': [
    {
      ...{ limit: 'price-of-limits', code: 'limit-prices' },
      prices: [
        { price: '99', in: 'USD', instruments: ['BTC/USD'] },
        { price: '101', in: 'USD', instruments: [] },
        { price: '99', in: 'USD', instruments: ['BTC/USD'] },
      ],
    },
    '99 USD by BTC/USD and 101 USD',
    'one instrument, at most 15 minutes old, near the price before',
  ],
  'keep-above-threshold': [
    {
      ...{ limit: 'price-of-limits', code: 'keep-above-threshold' },
      ...{ currency: 'BTC', keep: '3', threshold: '2' },
    },
    'keeps 3 above the threshold of 2',
    'keeps at most the threshold',
    'At these prices the rule keeps 3 BTC, more than its threshold of 2 BTC.',
  ],
  'not-held': [
    { limit: 'threshold', code: 'not-held', currency: 'BTC' },
    'not held',
    'a balance in BTC',
    'The service lists no balance in BTC.',
  ],
  'not-stated': [
    {
      ...{ limit: 'threshold', code: 'not-stated', currency: 'BTC' },
      reading: { kind: 'not-listed', away: null },
    },
    'not stated',
    'a balance in BTC',
    "The service's answer does not list BTC; what is held of it is not known.",
  ],
  threshold: [
    { limit: 'threshold', code: 'threshold', currency: 'BTC', threshold: '17', ...HOLDING },
    '17 (20 less 2 already spoken for and 1 not known to be booked)',
    'more than 17',
    'The balance of 20 BTC, less 2 BTC already spoken for and 1 BTC not known to be booked, is not above the threshold of 17 BTC.',
  ],
  keep: [
    { limit: 'keep', code: 'keep', currency: 'BTC', amount: '10', keep: '8', ...HOLDING },
    '7 stays',
    'at least 8 stays',
    'Withdrawing 10 BTC would leave 7 BTC; at least 8 BTC must stay.',
  ],
  taken: [
    { limit: 'allocation', code: 'taken', currency: 'BTC', surplus: '15', allocation: HALF },
    '7.5 of a surplus of 15',
    '50 % of the surplus',
  ],
  allocation: [
    {
      ...{ limit: 'allocation', code: 'allocation', currency: 'BTC' },
      ...{ amount: '8', surplus: '15', allocation: HALF },
    },
    '8',
    'at most 7.5, 50 % of the surplus',
    '8 BTC is more than the 7.5 BTC that the rule takes of the balance as it is now.',
  ],
  maximum: [
    { limit: 'maximum', code: 'maximum', currency: 'BTC', amount: '8', maximum: '7' },
    '8',
    'at most 7',
    '8 BTC is more than the maximum of 7 BTC per withdrawal.',
  ],
  budget: [
    {
      ...{ limit: 'budget-30d', code: 'budget', currency: 'BTC', needed: '3' },
      budget: { cap: '8', spent: '6' },
    },
    '6 of 8 used in 30 days, 2 left',
    'at least 3 left',
    'The budget of 8 BTC per 30 days has 2 BTC left; 3 BTC would be needed.',
  ],
  step: [
    { limit: 'step', code: 'step', currency: 'BTC', amount: '8', step: '3' },
    '8',
    'a multiple of 3',
    '8 BTC is not a multiple of 3, as the rule asks for.',
  ],
  minimum: [
    { limit: 'minimum', code: 'minimum', currency: 'BTC', amount: '8', minimum: '0', step: '1' },
    '8',
    'more than 0',
    'Only 8 BTC could be withdrawn, in steps of 1; the smallest withdrawal is more than 0 BTC.',
  ],
  approval: [
    {
      ...{ limit: 'approval', code: 'approval', currency: 'BTC' },
      ...{ amount: '8', above: '9', unapproved: '2' },
    },
    '8 after 2 without approval',
    'at most 9 without approval in 24 hours',
    '8 BTC needs an approval, which it does not have: at most 9 without approval in 24 hours, of which 2 are used.',
  ],
  approvals: [
    {
      ...{ limit: 'approval', code: 'approvals', currency: 'BTC' },
      parts: [
        { part: 1, amount: '8', above: '9', unapproved: '0' },
        { part: 2, amount: '4', above: null, unapproved: '1' },
      ],
    },
    'part 1: 8; part 2: 4',
    'part 1: at most 9 without approval in 24 hours; part 2: no approval needed',
  ],
  low: [{ limit: 'low', code: 'low', currency: 'BTC', balance: '1', low: '2' }, '1', 'at least 2'],
  'bound-unknown': [
    {
      ...{ limit: 'first-payment', code: 'bound-unknown' },
      ...{ of: 'Vault', currency: 'USD', cap: '9' },
      why: { code: 'no-usable-price', currency: 'BTC', into: 'USD' },
    },
    'not known: there is no usable price of BTC in USD',
    'at most 9 USD in all, as no answer has named the place yet',
    'The first-payment maximum of 9 USD to "Vault" cannot be compared, so nothing leaves: there is no usable price of BTC in USD.',
  ],
  floor: [
    {
      ...{ limit: 'floor-total', code: 'floor', currency: 'USD', cap: '90', seen: '100' },
      ...{ needed: { currency: 'BTC', amount: '2' }, taken: '20' },
    },
    '100 USD there, 10 above the floor',
    'at least 90 USD stays',
    'The liquidity floor of 90 USD over everything must stay; 100 USD are there, so 2 BTC (worth 20 USD) cannot leave.',
  ],
  outflow: [
    {
      ...{ limit: 'account-30d', code: 'outflow', of: 'Vault', currency: 'BTC', cap: '9' },
      ...{ seen: '8', needed: { currency: 'BTC', amount: '2' }, taken: '2' },
    },
    '8 of 9 BTC used in 30 days, 1 left',
    'at least 2 left',
    'The limit of 9 BTC per 30 days to "Vault" has 1 BTC left; 2 BTC would be needed.',
  ],
  divided: [
    { limit: 'split', code: 'divided', split: WEIGHTS, parts: [{ part: 1, amount: '6' }] },
    'part 1: 6',
    '60 %; 40 %',
  ],
  'divided-otherwise': [
    { limit: 'split', code: 'divided-otherwise', split: null, part: { part: 1, of: 2 } },
    'part 1 of 2',
    'no split',
    'The rule divides its amount otherwise than the instruction says.',
  ],
  part: [{ ...PART, code: 'part' }, 'part 1 of 2: 6 of 10 to a', '60 %; 40 %'],
  'part-differs': [
    { ...PART, code: 'part-differs' },
    'part 1 of 2: 6 of 10 to a',
    '60 %; 40 %',
    "i-1 is not what the rule's split makes of 10 BTC.",
  ],
  'part-left-before': [
    { ...PART, code: 'part-left-before' },
    'part 1 of 2: 6 of 10 to a',
    '60 %; 40 %',
    'Part 1 of this run has left before.',
  ],
  circle: [
    { limit: 'conversion', code: 'circle', path: ['BTC', 'USD', 'BTC'] },
    'BTC > USD > BTC',
    'no circle',
    'The rules convert in a circle: BTC > USD > BTC.',
  ],
  instrument: [
    {
      ...{ limit: 'instrument', code: 'instrument', permitted: [], trade: null },
      conversion: { currency: 'BTC', into: 'EUR' },
    },
    'none',
    'BTC/EUR or EUR/BTC, of none',
    'BTC cannot be converted into EUR: the controls permit neither trade of BTC/EUR and EUR/BTC.',
  ],
  price: [{ ...QUOTED, code: 'price' }, 'BTC/USD: bid 99, ask 101', CURRENT],
  'price-missing': [
    { limit: 'price', code: 'price-missing', instrument: 'BTC/USD' },
    'BTC/USD: none',
    CURRENT,
    'The snapshot has no price of BTC/USD.',
  ],
  'price-contradictory': [
    { ...QUOTED, code: 'price-contradictory' },
    'BTC/USD: bid 99, ask 101',
    CURRENT,
    'Bid 99 and ask 101 of BTC/USD cannot both be right.',
  ],
  'trade-price-jumped': [
    { ...QUOTED, code: 'trade-price-jumped', from: '50' },
    'BTC/USD: bid 99, ask 101',
    CURRENT,
    'The price of BTC/USD has jumped by more than 25 % from 50; it is not believed yet.',
  ],
  'trade-price-stale': [
    { ...QUOTED, code: 'trade-price-stale', readAt: AT, now: LATER, maximumSeconds: 60 },
    'BTC/USD: bid 99, ask 101',
    CURRENT,
    `The price of BTC/USD was read at ${AT} and it is ${LATER}; this rule acts on readings at most 1 minute old.`,
  ],
  'price-at-claim': [
    {
      ...{ limit: 'price', code: 'price-at-claim', instrument: 'BTC/USD' },
      ...{ side: 'sell', market: '98', decided: '99' },
    },
    'BTC/USD: 98',
    'at least 99',
    'The price of BTC/USD is 98 and the decision accepts at least 99: it has moved too far since, so the trade is decided anew.',
  ],
  unvalued: [
    {
      ...{ limit: 'price', code: 'unvalued', currency: 'BTC', reportingCurrency: 'USD' },
      why: { code: 'new-price', currency: 'BTC', into: 'USD', readings: 1 },
    },
    'no value in USD',
    CURRENT,
    'BTC cannot be valued in USD at the prices of the snapshot, so the limits of trades cannot be checked. The price of BTC in USD is new: it counts once 3 readings in a row agree (so far: 1).',
  ],
  'trade-limit': [
    {
      ...{ limit: 'traded-24h', code: 'trade-limit', scope: 'own-trades', currency: 'USD' },
      ...{ cap: '100', used: '40', value: '70' },
      ...{ room: { currency: 'BTC', amount: '6' }, needed: { currency: 'BTC', amount: '7' } },
    },
    '70 USD after 40',
    'at most 100 by one rule in 24 hours',
    'Trades are limited to 100 USD by one rule in 24 hours; that leaves 6 BTC, and 7 BTC would be needed.',
  ],
  'counts-unreadable': [
    { limit: 'traded-24h', code: 'counts-unreadable', counts: 'trade-usage' },
    'trade-usage cannot be read',
    'counts that can be read',
    'The counts of trades cannot be read (item trade-usage): until an engineer puts the item right, nothing that counts there is sent.',
  ],
  bought: [
    {
      ...{ limit: 'minimum', code: 'bought', bought: '0' },
      paid: { currency: 'USD', amount: '0.01' },
    },
    '0',
    'more than 0',
    '0.01 USD would buy nothing.',
  ],
  'trade-approval': [
    {
      ...{ limit: 'trade-approval', code: 'trade-approval', currency: 'USD' },
      ...{ value: '70', unapproved: null, above: '100' },
    },
    '70 USD after an amount that is not known',
    'at most 100 without approval in 24 hours',
  ],
};
