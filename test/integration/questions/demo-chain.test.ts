import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { readCamt } from '../../importers/read-camt.ts';
import { type Deployed, deployFunctions, streamEvent } from '../functions/deployed-functions.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { answerTo, fillDeployment } from './demo-deployment.ts';
import { NOW } from './questions.ts';

/*
 * Every month of the demo opens with what the month before closed with: in what is stated, booked, summed, sent to the bank's
 * reader and rolled forward, over the API. CHF has no price: it is valued by a manual rate that the demo's policy begins with,
 * in the last month alone, since the months before were frozen without it.
 */

/** Five seconds on an idle machine, and far more on a busy one. */
const FILLING_MS = 600_000;

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11'] as const;
const ZONES = ['UTC', 'Europe/Zurich'] as const;

const engine = engineForTests();
let deployed: Deployed;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  deployed = await deployFunctions(engine());
  await fillDeployment(deployed);
  await deployed.invoke('take-snapshot', { tenant: 'main', scheduledFor: NOW });
  const [first] = (await deployed.snapshotItems()).filter(({ sk }) => sk?.S === NOW);
  if (first === undefined) throw new Error('there is no snapshot of this moment');
  await deployed.invoke('update-books', streamEvent(first));
}, FILLING_MS);

afterAll(async () => {
  await deployed?.stop();
  vi.useRealTimers();
});

async function answered(line: string) {
  const answer = await answerTo(deployed, line);
  expect([line, answer.status]).toEqual([line, 200]);
  return answer;
}

interface Balance {
  readonly amount: string;
  readonly value: string | null;
}

interface Stated {
  readonly statement: {
    readonly totals: Readonly<
      Record<'opening' | 'movements' | 'revaluation' | 'reconciling' | 'closing', string>
    >;
    readonly currencies: readonly {
      readonly currency: string;
      readonly opening: Balance;
      readonly closing: Balance;
      readonly reconciling?: { readonly kind: string; readonly value: string };
    }[];
  };
}

type Row = Readonly<Record<string, string>>;

/** Rows of a file in CSV; none of its cells is quoted. */
async function rowsOf(line: string): Promise<readonly Row[]> {
  const { text } = await answered(`${line}&format=csv`);
  expect(text).not.toContain('"');
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const keys = head.split(',');
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [keys[at], cell])));
}

const same = (one: string | undefined, other: string | undefined) =>
  new Decimal(one || '0').equals(other || '0');
const sum = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((all, each) => all.plus(each || '0'), new Decimal(0)).toFixed();

/** What does not lead from one month to the next: currency, month, closing before and opening. */
function gaps(
  rows: readonly { month: string; currency: string; opening: string; closing: string }[],
): readonly (readonly string[])[] {
  const last = new Map<string, string>();
  return rows.flatMap(({ month, currency, opening, closing }) => {
    const before = last.get(currency);
    last.set(currency, closing);
    return before === undefined || same(before, opening)
      ? []
      : [[currency, month, before, opening]];
  });
}

describe.each(ZONES)('the months of the demo in %s', (timeZone) => {
  const statements = async () =>
    await Promise.all(
      MONTHS.map(async (month) => {
        const line = `GET /v1/reports/statement?month=${month}&timeZone=${timeZone}`;
        return { month, ...((await answered(line)).body as Stated).statement };
      }),
    );

  it('are stated as a chain, in total and by currency, with what enters valuation as an item', async () => {
    const months = await statements();
    const totals = months.map(({ month, totals: { opening, closing } }) => ({
      ...{ month, currency: 'all', opening, closing },
    }));
    expect(gaps(totals)).toEqual([]);
    for (const end of ['amount', 'value'] as const) {
      const rows = months.flatMap(({ month, currencies }) =>
        currencies.map(({ currency, opening, closing }) => ({
          ...{ month, currency, opening: opening[end] ?? '0', closing: closing[end] ?? '0' },
        })),
      );
      expect(gaps(rows)).toEqual([]);
    }
    for (const {
      totals: { opening, movements, revaluation, reconciling, closing },
    } of months) {
      expect(sum([opening, movements, revaluation, reconciling])).toBe(closing);
    }
    const items = months.flatMap(({ month, currencies }) =>
      currencies.flatMap(({ currency, reconciling }) =>
        reconciling === undefined ? [] : [{ month, currency, ...reconciling }],
      ),
    );
    // In Zurich no month is frozen here, so all of them are valued by the rate.
    expect(items.map(({ month, currency, kind }) => [month, currency, kind])).toEqual(
      timeZone === 'UTC'
        ? [
            ['2026-08', 'CHF', 'outside-valuation'],
            ['2026-09', 'CHF', 'outside-valuation'],
            ['2026-10', 'CHF', 'outside-valuation'],
            ['2026-11', 'CHF', 'enters-valuation'],
          ]
        : [],
    );
  });

  it('are summed as a chain, to the last digit', async () => {
    const range = `firstMonth=${MONTHS[0]}&lastMonth=${MONTHS.at(-1)}&timeZone=${timeZone}`;
    const rows = await rowsOf(`GET /v1/reports/sums?${range}&part=months`);
    const of = (opening: string, closing: string) =>
      rows.map((row) => ({
        ...{ month: row.month ?? '', currency: row.currency ?? '' },
        ...{ opening: row[opening] || '0', closing: row[closing] || '0' },
      }));
    expect(gaps(of('opening', 'closing'))).toEqual([]);
    expect(gaps(of('openingValue', 'closingValue'))).toEqual([]);
    const last = (await statements()).at(-1);
    const value = sum(
      rows.filter(({ month }) => month === last?.month).map((row) => row.openingValue),
    );
    expect(value).toBe(last?.totals.opening);
  });

  it.each(['true', 'false'])('are booked as a chain, with revaluation=%s', async (revaluation) => {
    const journals = await Promise.all(
      MONTHS.map(async (month) => {
        const line = `GET /v1/reports/journal?month=${month}&timeZone=${timeZone}&revaluation=${revaluation}`;
        return (await rowsOf(`${line}&part=balances`)).map((row) => ({ ...row, month }));
      }),
    );
    const rows: readonly Row[] = journals.flat();
    for (const [opening, closing] of [
      ['opening', 'closing'],
      ['openingValue', 'closingValue'],
    ] as const) {
      const found = rows.map((row) => ({
        ...{ month: row.month ?? '', currency: row.currency ?? '' },
        ...{ opening: row[opening] || '0', closing: row[closing] || '0' },
      }));
      expect(gaps(found)).toEqual([]);
    }
  });

  it.each(['', 'USD', 'EUR', 'CHF'])(
    "are sent to the bank's reader as a chain, of the account in '%s'",
    async (currency) => {
      const own = currency === '' ? '' : `&currency=${currency}`;
      const read = await Promise.all(
        MONTHS.map(async (month) => {
          const line = `GET /v1/reports/statement?month=${month}&timeZone=${timeZone}&format=camt053${own}`;
          return { month, ...readCamt((await answered(line)).text) };
        }),
      );
      // A report of a month that is not frozen has no closing balance: it ends with what may still change.
      const rows = read.map(({ month, balances, entries }) => ({
        ...{ month, currency, opening: balances.OPBD ?? '' },
        closing: sum([balances.OPBD, ...entries.map(({ amount }) => amount)]),
      }));
      expect(gaps(rows)).toEqual([]);
      const frozen = read.filter(({ balances }) => balances.CLBD !== undefined);
      expect(frozen.map(({ month }) => month)).toEqual(
        timeZone === 'UTC' ? MONTHS.slice(0, -1) : [],
      );
      for (const { month, balances } of frozen) {
        const { closing = '' } = rows.find((row) => row.month === month) ?? {};
        expect([month, same(balances.CLBD, closing)]).toEqual([month, true]);
      }
    },
  );

  it('are rolled forward without a line that restates, and tie to the statements', async () => {
    const range = `firstMonth=${MONTHS[0]}&lastMonth=${MONTHS.at(-1)}&timeZone=${timeZone}`;
    const rows = await rowsOf(`GET /v1/reports/roll-forward?${range}&part=lines`);
    expect(rows.filter(({ line }) => line === 'restated')).toEqual([]);
    for (const { month, totals } of await statements()) {
      const own = rows.filter((row) => row.month === month && row.scope === 'all');
      const at = (line: string) => own.find((row) => row.line === line)?.value;
      expect([month, at('opening'), at('closing')]).toEqual([
        month,
        totals.opening,
        totals.closing,
      ]);
    }
  });
});
