import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../reporting/formats/csv.ts';
import { journalReport } from '../../reporting/registers/journal.ts';
import { BREAK_KINDS } from '../../treasury/ledger/break.ts';
import { generalLedgerOf } from '../../treasury/statements/general-ledger.ts';
import type { FactsById } from '../../treasury/statements/instruction-facts.ts';
import { journalOf } from '../../treasury/statements/journal.ts';
import type {
  CurrencyStatement,
  Statement,
  StatementMovement,
} from '../../treasury/statements/statement.ts';
import { sumsOf, tiesOf } from '../../treasury/statements/sums.ts';
import { shareOf } from '../thoroughness.ts';

/*
 * Random books, and their journal worked out again from its CSV alone, in whole numbers of the smallest digit: nothing of
 * the code under test takes part in the sums.
 */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const RUNS = shareOf(150);
const AT = '2026-03-10T09:00:00.000Z';
/** Digits behind the point of every random amount, and of its value. */
const DIGITS = 18;

/** An amount as a whole number of its smallest digit. */
function units(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(`${whole}${fraction.padEnd(DIGITS, '0')}`);
  return sign === '-' ? -size : size;
}

function textOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(DIGITS + 1, '0');
  const text = `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '');
  return amount < 0n && text !== '0' ? `-${text}` : text;
}

const amount = fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }).filter((each) => each !== 0n);
const code = fc.constantFrom('1000', '2100', '4000', '6510', '9000.01');
const ACCOUNTS = ['6A1F6D0E-58C3-4B1D-9B53-0C2F7B1E9A01', 'b2', 'c3'] as const;
const RULES = ['fees', 'interest'] as const;

interface RandomMovement {
  readonly amount: bigint;
  readonly value: bigint | null;
  readonly what: 'withdrawal' | 'trade' | 'explained' | 'matched' | 'unexplained';
  readonly account: string;
  readonly isOld: boolean;
  readonly kind: (typeof BREAK_KINDS)[number];
  readonly rule: string;
}

const randomMovement: fc.Arbitrary<RandomMovement> = fc.record({
  amount,
  value: fc.option(fc.bigInt({ min: 0n, max: 10n ** 26n }), { freq: 8 }),
  what: fc.constantFrom('withdrawal', 'trade', 'explained', 'matched', 'unexplained'),
  account: fc.constantFrom(...ACCOUNTS),
  isOld: fc.boolean(),
  kind: fc.constantFrom(...BREAK_KINDS),
  rule: fc.constantFrom(...RULES),
});

const randomBooks = fc.record({
  currencies: fc.uniqueArray(
    fc.record({
      currency: fc.constantFrom('BTC', 'USD', 'EUR', 'constructor', 'USDC'),
      opening: fc.bigInt({ min: 0n, max: 10n ** 26n }),
      openingValue: fc.bigInt({ min: 0n, max: 10n ** 26n }),
      revaluation: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      movements: fc.array(randomMovement, { maxLength: 12 }),
    }),
    { selector: ({ currency }) => currency, minLength: 1, maxLength: 4 },
  ),
  codes: fc.record(
    {
      holdings: fc.dictionary(fc.constantFrom('BTC', 'USD'), code),
      kinds: fc.dictionary(fc.constantFrom(...BREAK_KINDS), code),
      trades: code,
      revaluations: code,
      suspense: code,
    },
    { requiredKeys: [] },
  ),
  accounts: fc
    .subarray([...ACCOUNTS])
    .map((ids) => ids.map((id, index) => ({ id, generalLedgerCode: `1${index}00` }))),
  classes: fc
    .subarray([...RULES])
    .map((ids) => ids.map((id, index) => ({ id, generalLedgerCode: `6${index}00` }))),
});
type Random = typeof randomBooks extends fc.Arbitrary<infer T> ? T : never;

function movementOf(random: RandomMovement, id: string): StatementMovement {
  const { value, what, account, isOld, kind, rule } = random;
  const isOut = random.amount < 0n;
  const seen = {
    ...{ at: AT, snapshot: AT, amount: textOf(random.amount), price: null, approvedBy: [] },
    value: value === null ? null : textOf(isOut ? -value : value),
  };
  const none = { instructionId: null, askedBy: null, description: null };
  switch (what) {
    case 'withdrawal':
      return {
        ...{ ...seen, ...none, kind: 'withdrawal', instructionId: id },
        // Of a month frozen before the account was kept, the instruction says it.
        ...(!isOld && { withdrawalAccountId: account }),
      };
    case 'trade':
      return { ...seen, ...none, kind: 'trade', instructionId: id };
    case 'unexplained':
      return { ...seen, ...none, kind: 'unexplained' };
    default: {
      const isMatched = what === 'matched';
      return {
        ...{ ...seen, ...none, kind: isOut ? 'outflow' : 'inflow' },
        askedBy: isMatched ? `matching-rule:${rule}` : 'ann',
        description: `${kind}: a comment`,
        ...(!isOld && {
          explanation: { kind, ...(isMatched && { ruleId: rule, class: 'Label' }) },
        }),
      };
    }
  }
}

function booksOf({ currencies }: Random): { statement: Statement; facts: FactsById } {
  const facts = new Map<string, ReturnType<FactsById['get']> & object>();
  const made = currencies.map((each, place): CurrencyStatement => {
    const movements = each.movements.map((random, index) => {
      const id = `${place}-${index}`;
      const isWithdrawal = random.what === 'withdrawal';
      facts.set(id, {
        withdrawalAccountId: isWithdrawal ? random.account : null,
        ...{ accountLabel: null, ruleId: null, serviceIds: [] },
      });
      return movementOf(random, id);
    });
    const moved = each.movements.reduce((sum, movement) => sum + movement.amount, 0n);
    const worth = movements.map(({ value }) => (value === null ? null : units(value)));
    const isValued = worth.every((value) => value !== null);
    const valueMoved = worth.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
    const end = each.openingValue + valueMoved + each.revaluation;
    const balance = (held: bigint, value: bigint) => ({
      ...{ snapshot: AT, readAt: AT, price: null, amount: textOf(held), value: textOf(value) },
    });
    return {
      currency: each.currency,
      opening: balance(each.opening, each.openingValue),
      movements,
      closing: balance(each.opening + moved, end),
      revaluation: isValued ? textOf(each.revaluation) : null,
    };
  });
  const totals = { opening: '0', movements: '0', revaluation: '0', closing: '0', unvalued: [] };
  const statement: Statement = {
    ...{ tenant: 'main', month: '2026-03', timeZone: 'UTC', reportingCurrency: 'USD', totals },
    ...{ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
    ...{ currencies: made, digest: 'a'.repeat(64), frozenAt: '2026-04-02T00:00:00.000Z' },
  };
  return { statement, facts };
}

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
function expectedCode(random: RandomMovement, books: Random): string {
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
    { currency, opening, closing, revaluation },
  ] of statement.currencies.entries()) {
    const own = lines.filter((line) => line.currency === currency);
    expect(sum(own, 'debit')).toBe(sum(own, 'credit'));
    expect(sum(own, 'debitValue')).toBe(sum(own, 'creditValue'));
    const held = own.filter(({ side }) => side === 'holding');
    const reached = units(opening.amount) + sum(held, 'debit') - sum(held, 'credit');
    expect(textOf(reached)).toBe(closing.amount);
    if (revaluation !== null) {
      const worth = units(opening.value ?? '') + sum(held, 'debitValue') - sum(held, 'creditValue');
      expect(textOf(worth)).toBe(closing.value);
    }
    const against = own.filter(({ side, kind }) => side === 'counter' && kind !== 'revaluation');
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
