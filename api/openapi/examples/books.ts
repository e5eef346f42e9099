import { sayOfBreak } from '../../../treasury/facts/sentences/say/say-break.ts';

/** Francs have neither a price nor a manual rate. */
const CHF_UNVALUED = {
  unvaluedBecause: { CHF: 'no-path' },
  manualRates: [],
  refusedRates: [],
};

const snapshot = {
  kind: 'taken',
  tenant: 'main',
  scheduledFor: '2026-11-22T13:12:51.994Z',
  takenAt: '2026-11-22T13:12:51.994Z',
  balances: {
    BTC: { total: '4', available: '4' },
    CHF: { total: '15000', available: '15000' },
    USD: { total: '500000', available: '500000' },
  },
  prices: { 'BTC/USD': { bid: '64885.94', ask: '64918.41' } },
  valuation: {
    reportingCurrency: 'USD',
    total: null,
    partialTotal: '759608.7',
    values: {
      BTC: { value: '259608.7', price: '64902.175', path: 'direct', instruments: ['BTC/USD'] },
      USD: { value: '500000', price: '1', path: 'same', instruments: [] },
    },
    unvalued: ['CHF'],
    ...CHF_UNVALUED,
  },
  rawBalances:
    '{"BTC":{"total":"4","available":"4"},"CHF":{"total":"15000","available":"15000"},"USD":{"total":"500000.00","available":"500000.00"}}',
  rawBalancesDigest: '3a3b7811289783196b0b11525ef7753a194bd37a584090c01e010bd628f73608',
  inputs: {
    balances: {
      source: 'service.example/v1/balances',
      readAt: '2026-11-22T13:12:51.994Z',
      ageMs: 3,
    },
    prices: { source: 'service.example/v1/prices', readAt: '2026-11-22T13:12:51.995Z', ageMs: 2 },
  },
};

/** A movement of a statement. */
const SOLD = {
  kind: 'trade',
  at: '2026-01-05T09:20:00.000Z',
  snapshot: '2026-01-05T10:00:00.000Z',
  amount: '-0.01',
  price: '64902.175',
  value: '-649.02175',
  instructionId: 'trade-a31807095ee845eb40ee7be4ad9c9f21',
  askedBy: 'tina',
  approvedBy: ['anna'],
  description: 'sell 0.01 BTC/USD at 64000',
  fill: {
    ...{ instrument: 'BTC/USD', side: 'sell', base: '0.01', quote: '648.9' },
    ...{ price: '64890', decidedPrice: '64902.175' },
    ...{ slippage: '0.12175', slippagePercent: '0.0188' },
    fees: [{ currency: 'USD', amount: '0.65' }],
  },
};

const FOUND = {
  code: 'unexplained',
  from: '2026-01-05T09:00:00.000Z',
  to: '2026-01-05T10:00:00.000Z',
  opening: '4',
  closing: '4.5',
  movements: [],
  amount: '0.5',
  mayBe: ['sweep-btc-cold-20260105T084500000Z'],
} as const;

/**
 * Holdings, movements and values. By the name of the schema that each is an example of; a test checks them against
 * it.
 */
export const BOOKS_EXAMPLES = {
  Snapshot: snapshot,
  SnapshotTaken: snapshot,
  Prices: {
    readAt: '2026-11-22T13:13:28.514Z',
    reportingCurrency: 'USD',
    prices: { 'BTC/USD': { bid: '64906.35', ask: '64938.82', mid: '64922.585' } },
    values: {
      BTC: { price: '64922.585', path: 'direct', instruments: ['BTC/USD'] },
      USD: { price: '1', path: 'same', instruments: [] },
    },
    unvalued: [],
  },
  Balances: {
    readAt: '2026-11-22T13:13:25.674Z',
    pricesReadAt: '2026-11-22T13:13:25.675Z',
    reportingCurrency: 'USD',
    total: null,
    partialTotal: '759044.4857',
    balances: {
      CHF: { total: '15000', available: '15000' },
      BTC: {
        total: '3.99',
        available: '3.99',
        value: '259044.4857',
        price: '64923.43',
        path: 'direct',
        instruments: ['BTC/USD'],
      },
      USD: {
        total: '500000',
        available: '500000',
        value: '500000',
        price: '1',
        path: 'same',
        instruments: [],
      },
    },
    unvalued: ['CHF'],
    ...CHF_UNVALUED,
  },
  BalanceReport: {
    currency: 'BTC',
    interval: 'day',
    timeZone: 'UTC',
    next: null,
    previous: null,
    items: [
      {
        period: '2026-01-05',
        from: '2026-01-05T00:00:00.000Z',
        to: '2026-01-06T00:00:00.000Z',
        open: '4',
        close: '4.49',
        low: '3.99',
        high: '4.49',
        price: '64902.175',
        value: '291410.76575',
        reportingCurrency: 'USD',
        firstAt: '2026-01-05T09:00:00.000Z',
        lastAt: '2026-01-05T23:00:00.000Z',
        snapshots: 15,
        manualRates: [],
      },
    ],
  },
  TotalReport: {
    interval: 'day',
    timeZone: 'UTC',
    next: null,
    previous: null,
    items: [
      {
        period: '2026-01-05',
        from: '2026-01-05T00:00:00.000Z',
        to: '2026-01-06T00:00:00.000Z',
        open: '759608.7',
        close: '759044.4857',
        low: '758951.2',
        high: '759608.7',
        reportingCurrency: 'USD',
        unvalued: [],
        partialSnapshots: 0,
        firstAt: '2026-01-05T09:00:00.000Z',
        lastAt: '2026-01-05T23:00:00.000Z',
        snapshots: 15,
        manualRates: [],
      },
    ],
  },
  Flow: {
    currency: 'BTC',
    snapshot: '2026-01-05T10:00:00.000Z',
    readAt: '2026-01-05T10:00:00.000Z',
    sinceSnapshot: '2026-01-05T09:00:00.000Z',
    sinceReadAt: '2026-01-05T09:00:00.000Z',
    opening: '4',
    closing: '4.49',
    movements: [
      {
        kind: 'withdrawal',
        instructionId: 'withdrawal-a31807095ee845eb40ee7be4ad9c9f21',
        at: '2026-01-05T09:20:00.000Z',
        amount: '-0.01',
        askedBy: 'tina',
        approvedBy: ['anna'],
        description: 'for the audit of the second quarter',
      },
    ],
    unexplained: '0.5',
    price: '64902.175',
    reportingCurrency: 'USD',
  },
  Break: {
    id: '20260105T100000000Z-BTC',
    currency: 'BTC',
    snapshot: '2026-01-05T10:00:00.000Z',
    readAt: '2026-01-05T10:00:00.000Z',
    sinceSnapshot: '2026-01-05T09:00:00.000Z',
    sinceReadAt: '2026-01-05T09:00:00.000Z',
    direction: 'inflow',
    amount: '0.5',
    found: FOUND,
    message: sayOfBreak({ currency: 'BTC', direction: 'inflow' }, FOUND),
    mayBe: FOUND.mayBe,
    openedAt: '2026-01-05T10:00:00.000Z',
    status: { state: 'open', at: '2026-01-05T10:00:00.000Z' },
    history: [
      {
        at: '2026-01-05T10:00:00.000Z',
        state: 'open',
        by: 'sluice',
        fact: { code: 'found', found: FOUND },
        message: sayOfBreak({ currency: 'BTC', direction: 'inflow' }, FOUND),
      },
    ],
    version: 1,
    severity: 'notice',
  },
  DecidedBreaks: {
    items: [
      { id: '20260105T100000000Z-BTC', result: 'done', version: 2 },
      { id: '20260105T110000000Z-BTC', result: 'changed-meanwhile', currentVersion: 3 },
      {
        id: '20260105T120000000Z-ETH',
        result: 'refused',
        code: 'maker-is-checker',
        message: 'tom named it; what went out is closed by another person',
      },
    ],
    more: false,
  },
  StatementOfMonth: {
    state: 'frozen',
    freezesAt: null,
    later: [],
    statement: {
      tenant: 'main',
      month: '2026-01',
      timeZone: 'UTC',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      reportingCurrency: 'USD',
      basis: {
        opening: 'first-reading',
        first: {
          snapshot: '2026-01-01T00:00:00.000Z',
          readAt: '2026-01-01T00:00:00.000Z',
          secondsBefore: 0,
        },
        last: {
          snapshot: '2026-01-31T23:55:00.000Z',
          readAt: '2026-01-31T23:55:01.000Z',
          secondsBefore: 299,
        },
        readings: { expected: 8928, taken: 8925 },
        notBooked: [],
        unknown: [],
      },
      totals: {
        opening: '259608.7',
        movements: '-649.02175',
        revaluation: '390.32175',
        reconciling: '0',
        closing: '259350',
        unvalued: [],
      },
      fills: [
        {
          ...{ instrument: 'BTC/USD', side: 'sell', trades: 1, base: '0.01', quote: '648.9' },
          ...{ slippage: '0.12175', fees: [{ currency: 'USD', amount: '0.65' }], withoutFees: 0 },
        },
      ],
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      frozenAt: '2026-02-04T00:00:00.000Z',
      currencies: [
        {
          currency: 'BTC',
          opening: {
            snapshot: '2026-01-01T00:00:00.000Z',
            readAt: '2026-01-01T00:00:00.000Z',
            amount: '4',
            price: '64902.175',
            value: '259608.7',
          },
          movements: { count: 1, amount: '-0.01', value: '-649.02175' },
          closing: {
            snapshot: '2026-02-01T00:00:00.000Z',
            readAt: '2026-02-01T00:00:00.000Z',
            amount: '3.99',
            price: '65000',
            value: '259350',
          },
          revaluation: '390.32175',
        },
      ],
    },
  },
  StatementLine: { currency: 'BTC', ...SOLD, balance: '3.99' },
  RestatedMovement: { currency: 'BTC', known: 'frozen', ...SOLD },
  FullReport: {
    name: 'totals',
    tenant: 'main',
    generatedAt: '2026-11-22T13:12:41.792Z',
    parts: [
      {
        name: 'rows',
        title: 'Totals',
        columns: [
          { key: 'period', title: 'Period', type: 'text' },
          { key: 'open', title: 'Open', type: 'value' },
          { key: 'close', title: 'Close', type: 'value' },
        ],
        rows: [{ period: '2026-01-05', open: '759608.7', close: '759044.4857' }],
      },
    ],
  },
  Export: {
    id: '20260105T090000Z-6e41c1b2d6ed8c3120a1cfc4dffc9af0',
    state: 'written',
    bytes: 48213,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    fileName: 'balances-BTC-2026-01.xlsx',
    address: 'https://exports.example/20260105T090000Z?signature=4c6d',
    addressExpiresAt: '2026-01-05T09:05:00.000Z',
    expiresAt: '2026-01-12T09:00:00.000Z',
  },
};
