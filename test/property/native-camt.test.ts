import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCamt053 } from '../../reporting/formats/camt053/render.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { shareOf } from '../thoroughness.ts';
import { checkCamt } from '../unit/reporting/formats/camt053-schema.ts';
import { AT, booksOf, randomBooks, units } from './random-books.ts';

/*
 * The bank statement of each currency account, read again from its XML alone: whole numbers of the currency's smallest
 * unit, by none of the code under test.
 */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const RUNS = shareOf(100);
const CENTS = 2;
/** Digits behind the point of random amounts, beyond those of a cent. */
const BELOW_A_CENT = 10n ** 16n;

interface Read {
  readonly opening: bigint;
  readonly closing: bigint;
  readonly entries: readonly { readonly reference: string; readonly amount: bigint }[];
}

const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? '';

function cents(xml: string): bigint {
  const [whole = '', fraction = ''] = first(xml, /<Amt[^>]*>([^<]*)</).split('.');
  const size = BigInt(whole + fraction.padEnd(CENTS, '0'));
  return first(xml, /<CdtDbtInd>(\w+)</) === 'DBIT' ? -size : size;
}

function read(statement: Statement, currency: string): Read {
  const account = { native: currency, facts: new Map() };
  const xml = [...renderCamt053(statement, AT, account)].join('');
  expect(checkCamt(xml).problems).toEqual([]);
  expect(first(xml, /<Acct>.*?<Ccy>(\w+)</s)).toBe(currency);
  const [opening = '', closing = ''] = xml.match(/<Bal>.*?<\/Bal>/gs) ?? [];
  const entries = (xml.match(/<Ntry>.*?<\/Ntry>/gs) ?? []).map((entry) => ({
    reference: first(entry, /<NtryRef>([^<]*)</),
    amount: cents(entry),
  }));
  return { opening: cents(opening), closing: cents(closing), entries };
}

/** Half to even, as the file says that it rounds. */
function inCents(amount: bigint): bigint {
  const size = amount < 0n ? -amount : amount;
  const [whole, rest] = [size / BELOW_A_CENT, size % BELOW_A_CENT];
  const isUp = rest * 2n > BELOW_A_CENT || (rest * 2n === BELOW_A_CENT && whole % 2n === 1n);
  const rounded = isUp ? whole + 1n : whole;
  return amount < 0n ? -rounded : rounded;
}

describe('the bank statement of a currency account', () => {
  it(`adds up in itself, whatever moved, and names each entry once (seed ${SEED})`, () => {
    fc.assert(
      fc.property(randomBooks, fc.constantFrom('USD', 'EUR', 'JOD'), (random, currency) => {
        // Three digits, of which this arithmetic knows nothing, stand for an account that is not held.
        const asked = currency === 'JOD' ? 'GBP' : currency;
        const { statement } = booksOf(random);
        const own = statement.currencies.find((each) => each.currency === asked);
        const found = read(statement, asked);
        const sum = found.entries.reduce((total, { amount }) => total + amount, found.opening);
        expect(sum).toBe(found.closing);
        expect(found.opening).toBe(inCents(units(own?.opening.amount ?? '0')));
        expect(found.closing).toBe(inCents(units(own?.closing.amount ?? '0')));
        const references = found.entries.map(({ reference }) => reference);
        expect(new Set(references).size).toBe(references.length);
        // Each movement, in its order, and a rounding at most: no price does anything in it.
        const moved = own?.movements.map(({ amount }) => inCents(units(amount))) ?? [];
        const amounts = found.entries.map(({ amount }) => amount);
        expect(amounts.slice(0, moved.length)).toEqual(moved);
        expect(amounts.length - moved.length).toBeLessThanOrEqual(1);
        // Fetched again it is the same, entry by entry.
        expect(read(statement, asked)).toEqual(found);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
