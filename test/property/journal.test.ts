import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../reporting/formats/csv.ts';
import { journalReport } from '../../reporting/registers/journal.ts';
import { generalLedgerOf } from '../../treasury/statements/general-ledger.ts';
import { journalOf } from '../../treasury/statements/journal.ts';
import { sumsOf, tiesOf } from '../../treasury/statements/sums.ts';
import { shareOf } from '../thoroughness.ts';
import { ACCOUNTS, AT, booksOf, type Random, randomBooks, textOf, units } from './random-books.ts';

/*
 * Random books, and their journal worked out again from its CSV alone, in whole numbers of the smallest digit: nothing of
 * the code under test takes part in the sums.
 */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const RUNS = shareOf(150);
type Line = Readonly<Record<string, string>>;

async function linesIn(report: ReturnType<typeof journalReport>): Promise<readonly Line[]> {
  let text = '';
  const [part] = report.parts;
  if (part === undefined) throw new Error('a journal has lines');
  for await (const piece of renderCsv(part)) text += piece;
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const keys = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [keys[at], cell])));
}

function sum(lines: readonly Line[], field: string): bigint {
  return lines.reduce((total, line) => total + units(line[field] || '0'), 0n);
}

/** The account against which a movement belongs, said a second time. */
function expectedCode(
  random: Random['currencies'][number]['movements'][number],
  books: Random,
): string {
  const { codes, accounts, classes } = books;
  const suspense = codes.suspense ?? 'SUSPENSE';
  const ofKind = new Map(Object.entries(codes.kinds ?? {})).get(random.kind) ?? suspense;
  const ofAccount = accounts.find(({ id }) => id === random.account)?.generalLedgerCode;
  const ofClass = classes.find(({ id }) => id === random.rule)?.generalLedgerCode;
  if (random.what === 'withdrawal') return ofAccount ?? suspense;
  if (random.what === 'trade') return codes.trades ?? suspense;
  if (random.what === 'matched') return ofClass ?? ofKind;
  return random.what === 'explained' ? ofKind : suspense;
}

async function checkJournal(random: Random): Promise<void> {
  const { statement, facts } = booksOf(random);
  const ledger = generalLedgerOf(random.codes, random.accounts, random.classes);
  const material = { statement, ledger, facts, revaluation: true, createdAt: AT };
  const lines = await linesIn(journalReport(journalOf(material), 'frozen', AT));
  for (const [
    place,
    { currency, opening, closing, reconciling },
  ] of statement.currencies.entries()) {
    const own = lines.filter((line) => line.currency === currency);
    expect(sum(own, 'debit')).toBe(sum(own, 'credit'));
    expect(sum(own, 'debitValue')).toBe(sum(own, 'creditValue'));
    const held = own.filter(({ side }) => side === 'holding');
    const reached = units(opening.amount) + sum(held, 'debit') - sum(held, 'credit');
    expect(textOf(reached)).toBe(closing.amount);
    const worth = units(opening.value ?? '') + sum(held, 'debitValue') - sum(held, 'creditValue');
    expect(textOf(worth)).toBe(closing.value);
    const effects = ['revaluation', reconciling?.kind];
    const against = own.filter(({ side, kind }) => side === 'counter' && !effects.includes(kind));
    const expected = random.currencies[place]?.movements.map((each) => expectedCode(each, random));
    expect(against.map(({ account }) => account)).toEqual(expected);
  }
  const entries = Map.groupBy(lines, ({ entry }) => entry);
  for (const both of entries.values()) expect(both).toHaveLength(2);
}

describe('the journal of random books', () => {
  it(`balances in every currency, ties to the statement, and books by the policy (seed ${SEED})`, async () => {
    await fc.assert(fc.asyncProperty(randomBooks, checkJournal), { seed: SEED, numRuns: RUNS });
  });

  it(`has sums per account and class that tie to the statement (seed ${SEED})`, () => {
    fc.assert(
      fc.property(randomBooks, (random) => {
        const { statement, facts } = booksOf(random);
        const sums = sumsOf(statement, facts);
        expect(tiesOf(statement, sums)).toHaveLength(statement.currencies.length);
        for (const [place, { currency }] of statement.currencies.entries()) {
          const made = random.currencies[place]?.movements ?? [];
          for (const account of ACCOUNTS) {
            const out = made.filter(
              (each) => each.what === 'withdrawal' && each.account === account,
            );
            const found = sums.find(
              (each) => each.currency === currency && each.withdrawalAccountId === account,
            );
            expect(found?.movements ?? 0).toBe(out.length);
            expect(units(found?.amount ?? '0')).toBe(
              out.reduce((all, each) => all + each.amount, 0n),
            );
          }
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('leaves out what prices did where that is not asked for, and the amounts tie all the same', () => {
    fc.assert(
      fc.property(randomBooks, (random) => {
        const { statement, facts } = booksOf(random);
        const ledger = generalLedgerOf(undefined, [], []);
        const material = { statement, ledger, facts, revaluation: false, createdAt: AT };
        const { lines, balances, accounts } = journalOf(material);
        expect(lines.some(({ kind }) => kind === 'revaluation')).toBe(false);
        expect(balances.every(({ closingValue }) => closingValue === null)).toBe(true);
        // Nothing has a code: all of it is suspense, by its name.
        const against = accounts.filter(({ isSuspense }) => isSuspense);
        expect(new Set(against.map(({ account }) => account)).size).toBeLessThanOrEqual(1);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
