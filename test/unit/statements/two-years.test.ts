import { beforeAll, describe, expect, it } from 'vitest';
import { renderCamt053 } from '../../../reporting/formats/camt053/render.ts';
import { renderCsv } from '../../../reporting/formats/csv.ts';
import { journalReport } from '../../../reporting/registers/journal.ts';
import { sumsReport } from '../../../reporting/registers/sums.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { isIntact } from '../../../treasury/statements/build-statement.ts';
import { mayStillChange } from '../../../treasury/statements/entry-references.ts';
import { generalLedgerOf } from '../../../treasury/statements/general-ledger.ts';
import { journalOf } from '../../../treasury/statements/journal.ts';
import { explanationOf } from '../../../treasury/statements/shown-movement.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { sumsOf, tiesOf } from '../../../treasury/statements/sums.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { readCamt } from '../../importers/read-camt.ts';
import { type Fetched, MONTHS, type TwoYears, twoYears, ZONES } from '../../importers/two-years.ts';
import { checkCamt } from '../reporting/formats/camt053-schema.ts';

/* Each document of two years opens with what the one before closed with, in what is stated, booked, summed and sent. */

const FACTS = new Map();
const LEDGER = generalLedgerOf(undefined, [], []);
type Row = Readonly<Record<string, string>>;

let years: TwoYears;
beforeAll(async () => {
  years = await twoYears();
}, 120_000);

const finalsIn = (zone: string) =>
  years.fetched.filter(({ timeZone, statement }) => timeZone === zone && statement.digest !== null);
const interimsIn = (zone: string) =>
  years.fetched.filter(({ timeZone, statement }) => timeZone === zone && statement.digest === null);

/** Each with the one before it. */
function pairs<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.slice(1).map((each, index) => [all[index] as T, each]);
}

async function rowsOf(
  report: ReturnType<typeof journalReport>,
  name: string,
): Promise<readonly Row[]> {
  const part = report.parts.find((each) => each.name === name);
  if (part === undefined) throw new Error(`no part ${name}`);
  let text = '';
  for await (const piece of renderCsv(part)) text += piece;
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const keys = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [keys[at], cell])));
}

const journalIn = ({ statement, at }: Fetched) =>
  journalOf({ statement, ledger: LEDGER, facts: FACTS, revaluation: true, createdAt: at });

const camtOf = ({ statement, at }: Fetched, native: string | null) =>
  [...renderCamt053(statement, at, { native, facts: FACTS })].join('');

const sum = (amounts: readonly string[]) =>
  amounts.reduce((all, each) => all.plus(each || '0'), new Decimal(0)).toFixed();

describe('two years of a made-up treasury', () => {
  it.each(ZONES)('meet everything that once broke the chain of months, in %s', (zone) => {
    const finals = finalsIn(zone);
    expect(finals.map(({ month }) => month)).toEqual(MONTHS.filter((_, index) => index !== 11));
    const lines = finals.flatMap(({ month, statement }) =>
      statement.currencies.map((each) => ({ month, ...each })),
    );
    const of = (code: string) => lines.filter(({ currency }) => currency === code);
    // Omitted zeros: BTC leaves to the last, in a listing that does not name it.
    expect(of('BTC').filter(({ closing }) => closing.amount === '0').length).toBeGreaterThan(4);
    // The renamed currency: the one ends where the other begins.
    expect(of('MATIC').at(-1)?.closing.amount).toBe('0');
    expect(of('POL')[0]?.opening.amount).toBe('0');
    // Gaps in prices, and a manual rate that begins and ends.
    const closingPrices = of('JPY').map(({ closing }) => closing.price);
    expect(closingPrices.includes(null) && closingPrices.some((price) => price !== null)).toBe(
      true,
    );
    const rated = of('CHF').map(({ closing }) => closing.manualRate !== undefined);
    expect(pairs(rated).filter(([before, after]) => !before && after)).not.toHaveLength(0);
    expect(pairs(rated).filter(([before, after]) => before && !after)).not.toHaveLength(0);
    // Late bookings: confirmed in one month, in the balances of the next.
    const late = lines.flatMap(({ month, movements }) =>
      movements.filter(({ at, kind }) => kind === 'withdrawal' && at.slice(0, 7) < month),
    );
    expect(late.length).toBeGreaterThan(3);
    // Statements of two zones differ: what the end of a month is depends on the zone.
    const [other] = ZONES.filter((each) => each !== zone);
    const closings = (of: string) => finalsIn(of).map(({ statement }) => statement.totals.closing);
    expect(closings(zone)).not.toEqual(closings(other ?? ''));
    // In interim reports: no outcome, no explanation, and both at last.
    const seen = interimsIn(zone).flatMap(({ statement }) =>
      statement.currencies.flatMap(({ movements }) => movements),
    );
    expect(seen.some(({ inFlight }) => inFlight === true)).toBe(true);
    expect(new Set(seen.map(({ kind }) => kind))).toEqual(
      new Set(['inflow', 'outflow', 'trade', 'unexplained', 'withdrawal']),
    );
  });

  it.each(ZONES)('are stated as a chain in %s', (zone) => {
    for (const { statement } of finalsIn(zone)) expect(isIntact(statement)).toBe(true);
    for (const [before, after] of pairs(finalsIn(zone))) {
      const [closed, opened] = [before.statement, after.statement];
      expect([after.month, opened.totals.opening]).toEqual([after.month, closed.totals.closing]);
      const at = (statement: Statement, end: 'opening' | 'closing') =>
        statement.currencies
          .map((each) => [each.currency, each[end].amount, each[end].value ?? '0'])
          .filter(([, amount]) => amount !== '0');
      expect(at(opened, 'opening')).toEqual(at(closed, 'closing'));
    }
  });

  it.each(ZONES)('are booked as a chain in %s', async (zone) => {
    const journals = await Promise.all(
      finalsIn(zone).map(async (each) => {
        const report = journalReport(journalIn(each), 'frozen', each.at);
        return { lines: await rowsOf(report, 'lines'), balances: await rowsOf(report, 'balances') };
      }),
    );
    for (const { lines, balances } of journals) {
      expect(lines.filter(({ pending }) => pending === 'yes')).toEqual([]);
      for (const { currency, opening, openingValue, closing, closingValue } of balances) {
        const held = lines.filter((line) => line.currency === currency && line.side === 'holding');
        const signed = (field: string) =>
          held.flatMap((line) => [
            line[`debit${field}`] ?? '',
            `-${line[`credit${field}`] || '0'}`,
          ]);
        expect([currency, sum([opening ?? '', ...signed('')])]).toEqual([currency, closing]);
        expect([currency, sum([openingValue ?? '', ...signed('Value')])]).toEqual([
          ...[currency, closingValue || '0'],
        ]);
      }
    }
    for (const [before, after] of pairs(journals)) {
      for (const { currency, opening, openingValue } of after.balances) {
        const closed = before.balances.find((each) => each.currency === currency);
        expect([currency, opening]).toEqual([currency, closed?.closing ?? '0']);
        expect([currency, openingValue || '0']).toEqual([currency, closed?.closingValue || '0']);
      }
    }
  });

  it.each(ZONES)('are summed as a chain in %s', async (zone) => {
    const months = finalsIn(zone).map(({ month, statement }) => {
      const sums = sumsOf(statement, FACTS);
      const { digest, reportingCurrency } = statement;
      const ties = tiesOf(statement, sums);
      const ofStatement = { digest, openingIs: statement.basis.opening, reportingCurrency };
      return { month, state: 'frozen', ...ofStatement, sums, ties, isOther: false };
    });
    const made = { tenant: 'main', generatedAt: '2026-07-15T00:00:00.000Z' };
    const rows = await rowsOf(sumsReport(months, new Map(), made), 'months');
    const last = new Map<string | undefined, Row>();
    for (const row of rows) {
      const { currency, openingValue, movedValue, revaluation, reconciling } = row;
      const before = last.get(currency);
      if (before !== undefined) {
        expect(row.opening).toBe(before.closing);
        expect(row.openingValue || '0').toBe(before.closingValue || '0');
      }
      expect(sum([row.opening ?? '', row.moved ?? ''])).toBe(row.closing);
      const led = [openingValue, movedValue, revaluation, reconciling].map((each) => each ?? '');
      expect(sum(led)).toBe(row.closingValue || '0');
      last.set(currency, row);
    }
    expect(last.size).toBe(8);
  });

  it.each(
    ZONES.flatMap((zone) =>
      [null, 'USD', 'EUR', 'GBP', 'JPY'].map((native) => [zone, native] as const),
    ),
  )("are sent to the bank's reader as a chain in %s, of the account in %s", (zone, native) => {
    for (const each of years.fetched) expect(checkCamt(camtOf(each, native)).problems).toEqual([]);
    const read = finalsIn(zone).map((each) => readCamt(camtOf(each, native)));
    for (const { balances, entries } of read) {
      expect(entries.filter(({ status }) => status !== 'BOOK')).toEqual([]);
      expect(sum([balances.OPBD ?? '', ...entries.map(({ amount }) => amount)])).toBe(
        new Decimal(balances.CLBD ?? '').toFixed(),
      );
    }
    for (const [before, after] of pairs(read)) {
      expect(after.balances.OPBD).toBe(before.balances.CLBD);
    }
  });
});

describe.each(ZONES)('what is booked from an interim report in %s', (zone) => {
  const later = (each: Fetched) =>
    years.fetched.find(
      ({ month, timeZone, statement }) =>
        month === each.month && timeZone === zone && statement.digest !== null,
    ) as Fetched;

  it('is in the statement of its month, by the same reference and amount', () => {
    let booked = 0;
    for (const each of interimsIn(zone)) {
      const final = readCamt(camtOf(later(each), null)).entries;
      for (const entry of readCamt(camtOf(each, null)).entries) {
        if (entry.status !== 'BOOK') continue;
        booked += 1;
        expect(final).toContainEqual(entry);
      }
    }
    expect(booked).toBeGreaterThan(40);
  });

  it('is in the journal of its month, line by line as it was', async () => {
    let booked = 0;
    for (const each of interimsIn(zone)) {
      const final = journalIn(later(each)).lines;
      for (const line of journalIn(each).lines.filter(({ isPending }) => !isPending)) {
        booked += 1;
        expect(final).toContainEqual(line);
      }
    }
    expect(booked).toBeGreaterThan(80);
  });
});

describe('what was read since an instruction was claimed whose outcome is not known', () => {
  it('is pending, whoever explained it, and what was read before is not', () => {
    const interim = years.fetched.find(({ statement }) => statement.basis.unknown.length > 0);
    if (interim === undefined) throw new Error('no outcome is unknown');
    const { statement } = interim;
    const [{ claimedAt } = { claimedAt: '' }] = statement.basis.unknown;
    const explained = statement.currencies
      .flatMap(({ movements }) => movements)
      .filter(({ approvedBy, about }) => explanationOf(about) !== null && approvedBy.length > 0);
    const [movement] = explained;
    if (movement === undefined) throw new Error('nothing is explained');
    const later = { ...movement, snapshot: plusSeconds(claimedAt, 60) };
    expect(mayStillChange(movement, statement)).toBe(movement.snapshot > claimedAt);
    expect(mayStillChange(later, statement)).toBe(true);
    expect(mayStillChange({ ...later, snapshot: plusSeconds(claimedAt, -60) }, statement)).toBe(
      false,
    );
    const known = { ...statement, basis: { ...statement.basis, unknown: [] } };
    expect(mayStillChange(later, known)).toBe(false);
  });
});
