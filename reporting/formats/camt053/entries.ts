import { Decimal } from '../../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { rateText } from '../../../treasury/policy/used-rate.ts';
import { movementHappening, wholeMonth } from '../../../treasury/statements/entry-references.ts';
import type {
  CurrencyStatement,
  MovementKind,
  ReconcilingKind,
  Statement,
  StatementMovement,
} from '../../../treasury/statements/statement.ts';
import { RECONCILING_TEXTS } from '../../../treasury/statements/value-tie.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { type CamtAccount, VALUED } from './account.ts';
import { atScale } from './booked.ts';

/** The subject of an entry: a movement, what else moved the value of a currency, or a rounding rest. */
export type EntryKind = MovementKind | ReconcilingKind | 'revaluation' | 'rounding';

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
 * of its own says how much that is. A movement without a price is an entry of zero that says so, with its exact amount
 * beside it; what the values of its currency moved by has an entry with a name.
 */
export function entriesOf(
  statement: Statement,
  scale: number,
  { native }: Pick<CamtAccount, 'native'> = VALUED,
): Entries {
  const { currencies, totals, reportingCurrency } = statement;
  const whole = wholeMonth(statement);
  const opening = atScale(decimalOf(totals.opening), scale);
  const isRevalued = native === null;
  const closing = atScale(decimalOf(totals.closing), scale);
  const entries = currencies.flatMap((each) => {
    const setting = { reportingCurrency, scale, whole, isNative: native !== null };
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
  /** Whether amounts stand in their own currency. */
  readonly isNative: boolean;
  /** Time zone and state: they tell apart entries that are of the whole month. */
  readonly whole: readonly string[];
}

function movementEntry(
  { currency }: CurrencyStatement,
  movement: StatementMovement,
  { reportingCurrency, scale, isNative }: Setting,
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
    amount: atScale(decimalOf(value ?? '0'), scale),
    natives: [{ label: currency, amount }],
    exactly,
    movement,
  };
}

/** What else moved the value of a currency. Present for every one, since it carries the exact balances. */
function revaluationEntry(
  { currency, opening, closing, revaluation, reconciling }: CurrencyStatement,
  { reportingCurrency, scale, whole }: Setting,
): Entry {
  const exact = reconciling?.value ?? revaluation ?? '0';
  const what = reconciling === undefined ? 'what prices did' : RECONCILING_TEXTS[reconciling.kind];
  return {
    kind: reconciling?.kind ?? 'revaluation',
    happening: ['revaluation', currency, ...whole],
    booked: null,
    valued: null,
    amount: atScale(decimalOf(exact), scale),
    natives: [
      { label: `opening ${currency}`, amount: opening.amount },
      { label: `closing ${currency}`, amount: closing.amount },
    ],
    exactly: `${currency}, ${what}: exactly ${exact} ${reportingCurrency}`,
    movement: null,
  };
}

function roundingEntry(left: Decimal, { reportingCurrency, scale, whole }: Setting): Entry {
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
