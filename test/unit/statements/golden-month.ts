import type { ServiceTrade } from '../../../treasury/outcomes/outcome.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { ScriptedTreasury } from './scripted-month.ts';

/*
 * March 2026 in Zurich: from 2026-02-28T23:00Z (CET) to 2026-03-31T22:00Z (CEST), 743 hours, since the
 * clocks go forward on the 29th. Reporting currency USD. What happens, and what it comes to by hand:
 *
 * tick (UTC)        what the balances show          BTC          price      ETH  price   USD
 * 28 Feb 22:00      the last of February            2            60000.1    10   3000    1000.5
 * 28 Feb 23:00      March begins, nothing moved     2            61000      10   3000    1000.5
 *  5 Mar 09:00      a deposit of 0.75 BTC           2.75         62000.25   10   3000    1000.5
 *  5 Mar 10:00      the sweep of 1.5 BTC            1.25         62100      10   3000    1000.5
 * 12 Mar 12:00      sold 0.25 BTC in two fills      1            63000      10   3050    16750.7
 *                   0.1 x 63000.5 + 0.15 x 63001 = 6300.05 + 9450.15 = 15750.2
 * 15 Mar 08:00      4 ETH gone, no prices           1            -          6    -       16750.7
 *                   the outcome is unknown; two people settle it on the 17th as executed
 * 15 Mar 09:00      nothing moved, prices again     1            63500      6    3050    16750.7
 * 18 Mar 09:00      nothing moved                   1            63600      6    3060    16750.7
 * 29 Mar 00:30      an hour before summer time      1            64100      6    3090    16750.7
 * 29 Mar 01:30      a fee of 0.00000001 BTC         0.99999999   64000      6    3090    16750.7
 * 31 Mar 21:00      the last of March               0.99999999   65000      6    3100    16750.7
 * 31 Mar 22:00      April: 100 USD came in          0.99999999   65000      6    3100    16850.7
 *
 * BTC  opening     2            x 60000.1  =  120000.2
 *      deposit     0.75         x 62000.25 =   46500.1875
 *      sweep      -1.5          x 62100    =  -93150
 *      sale       -0.25         x 63000    =  -15750
 *      fee        -0.00000001   x 64000    =      -0.00064
 *      movements   46500.1875 - 93150 - 15750 - 0.00064 = -62399.81314
 *      closing     0.99999999   x 65000    =   64999.99935
 *      revaluation 64999.99935 - 120000.2 + 62399.81314 = 7399.61249
 * ETH  opening     10 x 3000 = 30000, closing 6 x 3100 = 18600. The withdrawal of 4 shows in a snapshot
 *      without prices: it has no value, so what ETH lost in value is an item of its own, 18600 - 30000 = -11400.
 * USD  opening     1000.5, sale 15750.2, closing 16750.7, revaluation 0.
 *
 * Totals: opening 120000.2 + 30000 + 1000.5 = 151000.7, movements -62399.81314 + 15750.2 = -46649.61314, revaluation
 *      7399.61249, reconciling -11400, closing 64999.99935 + 18600 + 16750.7 = 100350.69935, and
 *      151000.7 - 46649.61314 + 7399.61249 - 11400 = 100350.69935.
 */
export async function scriptMarch(
  said: Pick<ServiceTrade, 'executed' | 'fees'> = {},
): Promise<ScriptedTreasury> {
  const treasury = new ScriptedTreasury();
  const usd = '1000.5';
  await treasury.reads(
    '2026-02-28T22:00:00.000Z',
    { BTC: '2', ETH: '10', USD: usd },
    { BTC: '60000.1', ETH: '3000' },
  );
  await treasury.reads(
    '2026-02-28T23:00:00.000Z',
    { BTC: '2', ETH: '10', USD: usd },
    { BTC: '61000', ETH: '3000' },
  );

  await treasury.reads(
    '2026-03-05T09:00:00.000Z',
    { BTC: '2.75', ETH: '10', USD: usd },
    { BTC: '62000.25', ETH: '3000' },
  );
  await treasury.nameAndClose('deposit', 'customer payment 4711');

  treasury.sends(
    'sweep-btc',
    '2026-03-05T09:30:00.000Z',
    withdrawal('BTC', '1.5', 'Cold storage'),
    {
      state: 'confirmed',
      at: '2026-03-05T09:30:02.000Z',
      confirmation: { kind: 'withdrawal', withdrawals: [] },
      evidence: '',
    },
  );
  await treasury.reads(
    '2026-03-05T10:00:00.000Z',
    { BTC: '1.25', ETH: '10', USD: usd },
    { BTC: '62100', ETH: '3000' },
  );

  const fills = [
    { price: '63000.5', amount: '0.1' },
    { price: '63001', amount: '0.15' },
  ];
  treasury.sends(
    'trade-btc',
    '2026-03-12T11:59:00.000Z',
    { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '63000', amount: '0.25' },
    {
      state: 'confirmed',
      at: '2026-03-12T11:59:01.000Z',
      confirmation: { kind: 'trade', trade: { id: '1', fills, ...said }, answer: '' },
      evidence: '',
    },
  );
  const cash = '16750.7';
  await treasury.reads(
    '2026-03-12T12:00:00.000Z',
    { BTC: '1', ETH: '10', USD: cash },
    { BTC: '63000', ETH: '3050' },
  );

  const claim = {
    instructionId: 'withdrawal-eth',
    nonce: 'nonce',
    claimedAt: '2026-03-15T07:59:00.000Z',
    sendBy: '2026-03-15T07:59:10.000Z',
    quarantineUntil: '2026-03-15T08:06:10.000Z',
    balanceBefore: '10',
  };
  const eth = withdrawal('ETH', '4', 'Exchange');
  treasury.sends('withdrawal-eth', claim.claimedAt, eth, {
    state: 'unknown',
    at: '2026-03-15T07:59:40.000Z',
    cause: 'timeout',
    evidence: 'no answer',
    claim,
  });
  await treasury.reads('2026-03-15T08:00:00.000Z', { BTC: '1', ETH: '6', USD: cash }, null);
  await treasury.reads(
    '2026-03-15T09:00:00.000Z',
    { BTC: '1', ETH: '6', USD: cash },
    { BTC: '63500', ETH: '3050' },
  );
  treasury.sends('withdrawal-eth', claim.claimedAt, eth, {
    state: 'confirmed',
    at: '2026-03-17T10:00:00.000Z',
    confirmation: { kind: 'settled', by: ['ann', 'ben'], comment: 'row 3 of the statement' },
    evidence: '',
  });
  await treasury.reads(
    '2026-03-18T09:00:00.000Z',
    { BTC: '1', ETH: '6', USD: cash },
    { BTC: '63600', ETH: '3060' },
  );

  await treasury.reads(
    '2026-03-29T00:30:00.000Z',
    { BTC: '1', ETH: '6', USD: cash },
    { BTC: '64100', ETH: '3090' },
  );
  const btc = '0.99999999';
  await treasury.reads(
    '2026-03-29T01:30:00.000Z',
    { BTC: btc, ETH: '6', USD: cash },
    { BTC: '64000', ETH: '3090' },
  );
  await treasury.nameAndClose('fee', 'dust fee of the service');

  await treasury.reads(
    '2026-03-31T21:00:00.000Z',
    { BTC: btc, ETH: '6', USD: cash },
    { BTC: '65000', ETH: '3100' },
  );
  await treasury.reads(
    '2026-03-31T22:00:00.000Z',
    { BTC: btc, ETH: '6', USD: '16850.7' },
    { BTC: '65000', ETH: '3100' },
  );
  return treasury;
}

function withdrawal(currency: string, amount: string, accountLabel: string) {
  return {
    kind: 'withdrawal',
    currency,
    amount,
    withdrawalAccountId: 'account',
    accountLabel,
  } as const;
}

const FIRST = { snapshot: '2026-02-28T22:00:00.000Z', readAt: '2026-02-28T22:00:02.000Z' };
const LAST = { snapshot: '2026-03-31T21:00:00.000Z', readAt: '2026-03-31T21:00:02.000Z' };
const ASKED = { askedBy: 'tom', approvedBy: ['ann'] };
const SALE = {
  ...ASKED,
  kind: 'trade',
  at: '2026-03-12T11:59:01.000Z',
  snapshot: '2026-03-12T12:00:00.000Z',
  instructionId: 'trade-btc',
  about: {
    code: 'trade',
    side: 'sell',
    amount: '0.25',
    instrument: 'BTC/USD',
    price: '63000',
  },
} as const;

/** The statement as it was worked out by hand above. */
export const MARCH: Omit<Statement, 'digest' | 'frozenAt'> = {
  tenant: TENANT,
  month: '2026-03',
  timeZone: 'Europe/Zurich',
  from: '2026-02-28T23:00:00.000Z',
  to: '2026-03-31T22:00:00.000Z',
  reportingCurrency: 'USD',
  basis: {
    opening: 'unfrozen-closing',
    first: { ...FIRST, secondsBefore: 3_598 },
    last: { ...LAST, secondsBefore: 3_598 },
    notBooked: [],
    unknown: [],
  },
  currencies: [
    {
      currency: 'BTC',
      opening: { ...FIRST, amount: '2', price: '60000.1', value: '120000.2' },
      movements: [
        {
          kind: 'inflow',
          at: '2026-03-05T09:00:02.000Z',
          snapshot: '2026-03-05T09:00:00.000Z',
          amount: '0.75',
          price: '62000.25',
          value: '46500.1875',
          instructionId: null,
          askedBy: 'ann',
          approvedBy: ['ben'],
          about: { code: 'explained', kind: 'deposit', comment: 'customer payment 4711' },
        },
        {
          ...ASKED,
          kind: 'withdrawal',
          at: '2026-03-05T09:30:02.000Z',
          snapshot: '2026-03-05T10:00:00.000Z',
          amount: '-1.5',
          price: '62100',
          value: '-93150',
          instructionId: 'sweep-btc',
          about: { code: 'withdrawal', accountLabel: 'Cold storage' },
          withdrawalAccountId: 'account',
        },
        { ...SALE, amount: '-0.25', price: '63000', value: '-15750' },
        {
          kind: 'outflow',
          at: '2026-03-29T01:30:02.000Z',
          snapshot: '2026-03-29T01:30:00.000Z',
          amount: '-0.00000001',
          price: '64000',
          value: '-0.00064',
          instructionId: null,
          askedBy: 'ann',
          approvedBy: ['ben'],
          about: { code: 'explained', kind: 'fee', comment: 'dust fee of the service' },
        },
      ],
      closing: { ...LAST, amount: '0.99999999', price: '65000', value: '64999.99935' },
      revaluation: '7399.61249',
    },
    {
      currency: 'ETH',
      opening: { ...FIRST, amount: '10', price: '3000', value: '30000' },
      movements: [
        {
          ...ASKED,
          kind: 'withdrawal',
          at: '2026-03-15T07:59:00.000Z',
          snapshot: '2026-03-15T08:00:00.000Z',
          amount: '-4',
          price: null,
          value: null,
          instructionId: 'withdrawal-eth',
          about: { code: 'withdrawal', accountLabel: 'Exchange' },
          withdrawalAccountId: 'account',
        },
      ],
      closing: { ...LAST, amount: '6', price: '3100', value: '18600' },
      revaluation: null,
      reconciling: { kind: 'movements-without-price', value: '-11400' },
    },
    {
      currency: 'USD',
      opening: { ...FIRST, amount: '1000.5', price: '1', value: '1000.5' },
      movements: [{ ...SALE, amount: '15750.2', price: '1', value: '15750.2' }],
      closing: { ...LAST, amount: '16750.7', price: '1', value: '16750.7' },
      revaluation: '0',
    },
  ],
  totals: {
    opening: '151000.7',
    movements: '-46649.61314',
    revaluation: '7399.61249',
    reconciling: '-11400',
    closing: '100350.69935',
    unvalued: ['ETH'],
  },
};
