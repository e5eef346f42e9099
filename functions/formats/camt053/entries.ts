import { Decimal } from '../../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import type {
  CurrencyStatement,
  MovementKind,
  Statement,
  StatementMovement,
} from '../../../treasury/statements/statement.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { atScale } from './booked.ts';

/** What an entry is of: a movement, what prices did to a currency, or what rounding left over. */
export type EntryKind = MovementKind | 'revaluation' | 'rounding';

/** An asset and its exact amount, carried beside an entry. */
export interface Native {
  /** "BTC", or of a currency's revaluation "opening BTC" and "closing BTC". */
  readonly label: string;
  readonly amount: string;
}

/** One entry of the message. */
export interface Entry {
  readonly kind: EntryKind;
  /** When it was booked: seen in a snapshot; and its value date: when it was confirmed. Null: the end. */
  readonly booked: Instant | null;
  readonly valued: Instant | null;
  /** In the reporting currency, at the scale of the file. */
  readonly amount: Decimal;
  readonly natives: readonly Native[];
  /** The exact figures in a line; below 500 characters, as no decimal text has more than 61 digits. */
  readonly exactly: string;
  readonly movement: StatementMovement | null;
}

export interface Entries {
  readonly opening: Decimal;
  readonly closing: Decimal;
  readonly entries: readonly Entry[];
}

/**
 * The statement in amounts of the file's scale: opening + entries = closing, to the last digit. Every
 * amount is rounded by itself; where the roundings do not cancel, an entry of its own says how much
 * that is. What has no price is an entry of zero that says so, with its exact amount beside it.
 */
export function entriesOf({ currencies, reportingCurrency }: Statement, scale: number): Entries {
  const opening = atScale(total(currencies.map(({ opening: { value } }) => value)), scale);
  const closing = atScale(total(currencies.map(({ closing: { value } }) => value)), scale);
  const entries = currencies.flatMap((each) => [
    ...each.movements.map((movement) => movementEntry(each, movement, reportingCurrency, scale)),
    revaluationEntry(each, reportingCurrency, scale),
  ]);
  const moved = entries.reduce((sum, { amount }) => sum.plus(amount), opening);
  const left = closing.minus(moved);
  if (left.isZero()) return { opening, closing, entries };
  return { opening, closing, entries: [...entries, roundingEntry(left, reportingCurrency, scale)] };
}

function movementEntry(
  { currency }: CurrencyStatement,
  movement: StatementMovement,
  reportingCurrency: string,
  scale: number,
): Entry {
  const { kind, at, snapshot, amount, price, value } = movement;
  const exactly =
    value === null
      ? `${amount} ${currency}; not valued: there was no price`
      : `${amount} ${currency} at ${price ?? 'no single price'} ${reportingCurrency}: exactly ${value} ${reportingCurrency}`;
  return {
    kind,
    booked: snapshot,
    valued: at,
    amount: atScale(decimalOf(value ?? '0'), scale),
    natives: [{ label: currency, amount }],
    exactly,
    movement,
  };
}

/**
 * What is left of a currency between its values once the movements are taken out: what prices did, and,
 * where one end has no price, the value that came or went with it. There for every currency, since it
 * carries the exact balances.
 */
function revaluationEntry(
  { currency, opening, closing, movements }: CurrencyStatement,
  reportingCurrency: string,
  scale: number,
): Entry {
  const moved = total(movements.map(({ value }) => value));
  const exact = decimalOf(closing.value ?? '0')
    .minus(decimalOf(opening.value ?? '0'))
    .minus(moved);
  const without = [
    opening.value === null ? 'no price at the opening' : null,
    closing.value === null ? 'no price at the closing' : null,
    movements.some(({ value }) => value === null) ? 'movements without a price' : null,
  ].filter((each) => each !== null);
  const why = without.length === 0 ? 'what prices did' : without.join(', ');
  return {
    kind: 'revaluation',
    booked: null,
    valued: null,
    amount: atScale(exact, scale),
    natives: [
      { label: `opening ${currency}`, amount: opening.amount },
      { label: `closing ${currency}`, amount: closing.amount },
    ],
    exactly: `${currency} (${why}): exactly ${formatDecimal(exact)} ${reportingCurrency}`,
    movement: null,
  };
}

function roundingEntry(left: Decimal, reportingCurrency: string, scale: number): Entry {
  return {
    kind: 'rounding',
    booked: null,
    valued: null,
    amount: left,
    natives: [],
    exactly: `${formatDecimal(left)} ${reportingCurrency}: every amount of this statement is rounded by itself, half-even, to ${scale} digits, and this is what the roundings come to together`,
    movement: null,
  };
}

function total(values: readonly (string | null)[]): Decimal {
  return values.reduce((sum, value) => sum.plus(decimalOf(value ?? '0')), new Decimal(0));
}
