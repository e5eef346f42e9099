import fc from 'fast-check';
import { BREAK_KINDS } from '../../treasury/facts/break-facts.ts';
import type { FactsById } from '../../treasury/statements/instruction-facts.ts';
import type {
  CurrencyStatement,
  Statement,
  StatementMovement,
} from '../../treasury/statements/statement.ts';
import { totalsOf } from '../../treasury/statements/value-tie.ts';
import { basisBetween } from '../samples/statement-basis.ts';

/* Random books of a month, whose amounts and values add up by construction. */

export const AT = '2026-03-10T09:00:00.000Z';

/** Digits behind the point of every random amount, and of its value. */
const DIGITS = 18;

/** An amount as a whole number of its smallest digit. */
export function units(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(`${whole}${fraction.padEnd(DIGITS, '0')}`);
  return sign === '-' ? -size : size;
}

export function textOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(DIGITS + 1, '0');
  const text = `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '');
  return amount < 0n && text !== '0' ? `-${text}` : text;
}

const amount = fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }).filter((each) => each !== 0n);
const code = fc.constantFrom('1000', '2100', '4000', '6510', '9000.01');
export const ACCOUNTS = ['6A1F6D0E-58C3-4B1D-9B53-0C2F7B1E9A01', 'b2', 'c3'] as const;
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

export const randomBooks = fc.record({
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
export type Random = typeof randomBooks extends fc.Arbitrary<infer T> ? T : never;

function movementOf(random: RandomMovement, id: string): StatementMovement {
  const { value, what, account, isOld, kind, rule } = random;
  const isOut = random.amount < 0n;
  const seen = {
    ...{ at: AT, snapshot: AT, amount: textOf(random.amount), price: null, approvedBy: [] },
    value: value === null ? null : textOf(isOut ? -value : value),
  };
  const none = { instructionId: null, askedBy: null, about: null };
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
        about: isMatched
          ? { code: 'matched', kind, label: 'Label', ruleId: rule, version: 1 }
          : { code: 'explained', kind, comment: 'a comment' },
      };
    }
  }
}

export function booksOf({ currencies }: Random): { statement: Statement; facts: FactsById } {
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
      ...(!isValued && {
        reconciling: { kind: 'movements-without-price', value: textOf(each.revaluation) } as const,
      }),
    };
  });
  const totals = totalsOf(made);
  const statement: Statement = {
    ...{ tenant: 'main', month: '2026-03', timeZone: 'UTC', reportingCurrency: 'USD', totals },
    ...{ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
    basis: basisBetween(AT, AT),
    ...{ currencies: made, digest: 'a'.repeat(64), frozenAt: '2026-04-02T00:00:00.000Z' },
  };
  return { statement, facts };
}
