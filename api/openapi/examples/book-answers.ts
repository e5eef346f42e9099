import { BOOKS_EXAMPLES } from './books.ts';

/* Answers about books and files, as they stand at other moments than their examples. */

const { Break, DecidedBreaks, Export, StatementOfMonth } = BOOKS_EXAMPLES;

/** An export that was only asked for. */
export const LISTED_EXPORT = {
  id: Export.id,
  report: '/v1/reports/flows',
  query: { currency: 'BTC' },
  format: 'csv',
  fileName: Export.fileName,
  requestedAt: '2026-01-05T08:00:00.000Z',
  expiresAt: Export.expiresAt,
  state: 'written',
  bytes: Export.bytes,
};

export const WRITING = {
  id: Export.id,
  state: 'writing',
  bytes: 0,
  expiresAt: Export.expiresAt,
};

/** A break that a person explained, and another one closed. */
const EXPLAINED_AT = '2026-01-05T11:00:00.000Z';
const EXPLANATION = {
  by: 'tina',
  at: EXPLAINED_AT,
  kind: 'deposit',
  comment: 'Customer payment 4711, advice of 5 January',
};
export const EXPLAINED_BREAK = {
  ...Break,
  mayBe: [],
  status: { state: 'explained', at: EXPLAINED_AT, explanation: EXPLANATION },
  history: [
    ...Break.history,
    {
      at: EXPLAINED_AT,
      state: 'explained',
      by: 'tina',
      fact: { code: 'explained', kind: 'deposit', comment: EXPLANATION.comment },
      message: `deposit: ${EXPLANATION.comment}`,
    },
  ],
  version: 2,
};

const CLOSED = { at: '2026-01-05T12:00:00.000Z', by: 'anna', comment: 'seen on the advice' };
export const CLOSED_BREAK = {
  ...EXPLAINED_BREAK,
  status: { state: 'closed', how: 'by-people', ...CLOSED, explanation: EXPLANATION },
  history: [
    ...EXPLAINED_BREAK.history,
    {
      ...{ at: CLOSED.at, state: 'closed', by: CLOSED.by, message: CLOSED.comment },
      fact: { code: 'commented', comment: CLOSED.comment },
    },
  ],
  version: 3,
};

/** What became of two breaks of a set: one was decided, the other was refused. */
export const [DONE, , ONE_PERSON] = DecidedBreaks.items;
export const ALREADY_CLOSED = {
  id: '20260105T120000000Z-ETH',
  result: 'refused',
  code: 'break-closed',
  message: `it was closed ${CLOSED.at}`,
};

const { fills: _, ...statement } = StatementOfMonth.statement;
/** A month that is over and not yet frozen. */
export const CLOSING = {
  ...StatementOfMonth,
  state: 'closing',
  freezesAt: statement.frozenAt,
  statement: {
    ...statement,
    totals: {
      opening: '259608.7',
      movements: '32451.0875',
      revaluation: '440.2125',
      reconciling: '0',
      closing: '292500',
      unvalued: [],
    },
    digest: null,
    frozenAt: null,
    currencies: statement.currencies.map((each) => ({
      ...each,
      movements: { count: 1, amount: '0.5', value: '32451.0875' },
      closing: { ...each.closing, amount: '4.5', value: '292500' },
      revaluation: '440.2125',
    })),
  },
};
