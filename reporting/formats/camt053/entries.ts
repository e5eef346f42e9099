import { Decimal } from '../../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { rateText } from '../../../treasury/report-values/used-rate.ts';
import { movementHappening, wholeMonth } from '../../../treasury/statements/entry-references.ts';
import type {
  CurrencyStatement,
  MovementKind,
  Statement,
  StatementMovement,
} from '../../../treasury/statements/statement.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { type CamtAccount, VALUED } from './account.ts';
import { atScale } from './booked.ts';

/** The subject of an entry: a movement, the effect of prices on a currency, or a rounding rest. */
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
  /** The basis of its reference: the event, whatever its name and place. */
  readonly happening: readonly string[];
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
 * The statement in amounts of the file's scale: opening + entries = closing, to the last digit, and opening and
 * closing are the statement's own totals. Every amount is rounded by itself; if the roundings do not cancel, an entry
 * of its own says how much that is. A currency that is in no total has entries of zero that say so, with their exact
 * amounts beside them.
 */
export function entriesOf(
  statement: Statement,
  scale: number,
  { native, revaluation }: Pick<CamtAccount, 'native' | 'revaluation'> = VALUED,
): Entries {
  const { currencies, totals, reportingCurrency } = statement;
  const whole = wholeMonth(statement);
  const opening = atScale(decimalOf(totals.opening), scale);
  const isRevalued = native === null && revaluation;
  const end = isRevalued
    ? decimalOf(totals.closing)
    : decimalOf(totals.closing).minus(decimalOf(totals.revaluation));
  const closing = atScale(end, scale);
  const entries = currencies.flatMap((each) => {
    const counts = !totals.unvalued.includes(each.currency);
    const setting = { reportingCurrency, scale, counts, whole, isNative: native !== null };
    return [
      ...each.movements.map((movement) => movementEntry(each, movement, setting)),
      ...(isRevalued ? [revaluationEntry(each, setting)] : []),
    ];
  });
  const moved = entries.reduce((sum, { amount }) => sum.plus(amount), opening);
  const left = closing.minus(moved);
  if (left.isZero()) return { opening, closing, entries };
  // Half a unit of each amount at most: anything more is no rounding, and must not pass for one.
  const most = new Decimal(10)
    .pow(-scale)
    .times(entries.length + 2)
    .dividedBy(2);
  if (left.abs().greaterThan(most)) {
    throw new Error(`the statement does not add up: ${formatDecimal(left)} is left over`);
  }
  const rounding = roundingEntry(left, {
    ...{ reportingCurrency, scale, whole, isNative: native !== null },
  });
  return { opening, closing, entries: [...entries, rounding] };
}

interface Setting {
  readonly reportingCurrency: string;
  readonly scale: number;
  /** Whether the currency is in the totals. */
  readonly counts: boolean;
  /** Whether amounts stand in their own currency. */
  readonly isNative: boolean;
  /** Time zone and state: they tell apart entries that are of the whole month. */
  readonly whole: readonly string[];
}

const NOT_COUNTED = 'in no total, since not everything of it has a price';

function movementEntry(
  { currency }: CurrencyStatement,
  movement: StatementMovement,
  { reportingCurrency, scale, counts, isNative }: Setting,
): Entry {
  const { kind, at, snapshot, amount, price, value, manualRate, valuedBy } = movement;
  const over = valuedBy?.instruments.map((instrument) => `, over ${instrument}`).join('') ?? '';
  const by = `${manualRate === undefined ? '' : `, ${rateText(manualRate)}`}${over}`;
  const exactly = isNative
    ? `${amount} ${currency}`
    : value === null
      ? `${amount} ${currency}; not valued: ${movement.unvaluedBecause ?? 'there was no price'}`
      : `${amount} ${currency} at ${price ?? 'no single price'} ${reportingCurrency}: exactly ${value} ${reportingCurrency}${by}`;
  return {
    kind,
    happening: movementHappening(currency, movement),
    booked: snapshot,
    valued: at,
    amount: atScale(decimalOf(counts ? (value ?? '0') : '0'), scale),
    natives: [{ label: currency, amount }],
    exactly: counts || value === null ? exactly : `${exactly}; ${NOT_COUNTED}`,
    movement,
  };
}

/** The effect of prices on a currency. Present for every one, since it carries the exact balances. */
function revaluationEntry(
  { currency, opening, closing, revaluation }: CurrencyStatement,
  { reportingCurrency, scale, counts, whole }: Setting,
): Entry {
  return {
    kind: 'revaluation',
    happening: ['revaluation', currency, ...whole],
    booked: null,
    valued: null,
    amount: atScale(decimalOf(counts ? (revaluation ?? '0') : '0'), scale),
    natives: [
      { label: `opening ${currency}`, amount: opening.amount },
      { label: `closing ${currency}`, amount: closing.amount },
    ],
    exactly: counts
      ? `${currency}, what prices did: exactly ${revaluation ?? '0'} ${reportingCurrency}`
      : `${currency}: ${NOT_COUNTED}`,
    movement: null,
  };
}

function roundingEntry(
  left: Decimal,
  { reportingCurrency, scale, whole }: Omit<Setting, 'counts'>,
): Entry {
  return {
    kind: 'rounding',
    happening: ['rounding', ...whole],
    booked: null,
    valued: null,
    amount: left,
    natives: [],
    exactly: `${formatDecimal(left)} ${reportingCurrency}: every amount of this statement is rounded by itself, half-even, to ${scale} digits, and this is what the roundings come to together`,
    movement: null,
  };
}
