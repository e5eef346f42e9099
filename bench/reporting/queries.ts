import { listSnapshots, takenBy } from '../../adapters/store/snapshots.ts';
import { periodsReport, pointsReport } from '../../treasury/series/report.ts';
import { TOTAL } from '../../treasury/series/series.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { ASKED, TENANT } from './load.ts';
import type { Books } from './tables.ts';

/** A question that finance asks, and what it may cost in read units. A new report adds itself here. */
export interface Question {
  readonly name: string;
  readonly budget?: number;
  /** `end`: the moment after the last snapshot, which the question is asked at. */
  readonly ask: (books: Books, end: Instant) => Promise<unknown>;
  /** What a design with one item per currency and snapshot reads for it, in bytes of these items. */
  readonly naive?: (currencies: number, perDay: number) => { items: number; queries: number };
}

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Seconds after a year's last midnight: the last closed year, asked for on a day that is nearly over. */
const CLOSED = DAY_SECONDS;

/** Rows of a page: more than any of the questions has. */
const limit = 1_000;

const periods =
  (name: string, kind: 'day' | 'month', timeZone: string, open = 0) =>
  (books: Books, end: Instant) =>
    periodsReport(books, {
      tenant: TENANT,
      name,
      from: plusSeconds(end, -YEAR_SECONDS - open),
      to: plusSeconds(end, -open),
      limit,
      kind,
      timeZone,
    });

export const QUESTIONS: readonly Question[] = [
  {
    name: 'latest',
    budget: 2,
    ask: ({ snapshots }) => snapshots.latest(TENANT),
    naive: (currencies) => ({ items: currencies, queries: currencies }),
  },
  {
    name: 'as of a moment',
    ask: ({ snapshotsTable }, end) =>
      takenBy(snapshotsTable, TENANT, plusSeconds(end, -20 * 3_600 - 7)),
    naive: (currencies) => ({ items: currencies, queries: currencies }),
  },
  {
    name: 'a page of 50 snapshots',
    ask: ({ snapshotsTable }, end) => {
      const range = { from: plusSeconds(end, -DAY_SECONDS), to: end };
      return listSnapshots(snapshotsTable, TENANT, range, { limit: 50 });
    },
    naive: (currencies) => ({ items: 50 * currencies, queries: currencies }),
  },
  {
    name: 'one currency, 24 h raw',
    budget: 10,
    ask: (books, end) =>
      pointsReport(books, {
        tenant: TENANT,
        name: ASKED,
        from: plusSeconds(end, -DAY_SECONDS),
        to: end,
        limit,
      }),
    naive: (_, perDay) => ({ items: perDay, queries: 1 }),
  },
  {
    name: 'one currency, one year by day',
    budget: 10,
    ask: periods(ASKED, 'day', 'UTC', CLOSED),
    naive: (_, perDay) => ({ items: 365 * perDay, queries: 1 }),
  },
  {
    name: 'totals, one year by day',
    budget: 10,
    ask: periods(TOTAL, 'day', 'UTC', CLOSED),
    naive: (currencies, perDay) => ({ items: 365 * perDay * currencies, queries: currencies }),
  },
  {
    name: 'one currency, a year by day up to this moment',
    ask: periods(ASKED, 'day', 'UTC'),
    naive: (_, perDay) => ({ items: 365 * perDay, queries: 1 }),
  },
  {
    name: 'totals, a year by day up to this moment',
    ask: periods(TOTAL, 'day', 'UTC'),
    naive: (currencies, perDay) => ({ items: 365 * perDay * currencies, queries: currencies }),
  },
  {
    name: 'totals, one year by month',
    ask: periods(TOTAL, 'month', 'UTC'),
    naive: (currencies, perDay) => ({ items: 365 * perDay * currencies, queries: currencies }),
  },
  {
    name: 'one currency, one year by month of Zurich',
    ask: periods(ASKED, 'month', 'Europe/Zurich'),
    naive: (_, perDay) => ({ items: 365 * perDay, queries: 1 }),
  },
  {
    name: 'one currency, half a year by day of Zurich',
    ask: (books, end) =>
      periodsReport(books, {
        tenant: TENANT,
        name: ASKED,
        from: plusSeconds(end, -YEAR_SECONDS / 2),
        to: end,
        limit,
        kind: 'day',
        timeZone: 'Europe/Zurich',
      }),
    naive: (_, perDay) => ({ items: 182.5 * perDay, queries: 1 }),
  },
];
