import * as z from 'zod/mini';
import { decimalOf, decimalText, formatDecimal } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import type { Restatement } from './restatement.ts';
import {
  type CurrencyStatement,
  MOVEMENT_KINDS,
  RECONCILING_KINDS,
  type StatementBalance,
  statementMovementSchema,
} from './statement.ts';

export const LINE_KINDS = [
  'opening',
  ...MOVEMENT_KINDS,
  'revaluation',
  ...RECONCILING_KINDS,
  'closing',
] as const;

export const statementLineSchema = record(() => ({
  ...statementMovementSchema.shape,
  currency: z.string(),
  kind: z.enum(LINE_KINDS),
  /** Null of a revaluation and of a reconciling item, which move no balance at no moment. */
  at: z.nullable(instant),
  snapshot: z.nullable(instant),
  amount: z.nullable(decimalText),
  /** Native amount after the line. */
  balance: z.nullable(decimalText),
}));

/** A line of a statement: a balance at its boundary, a movement with the balance after it, or what makes the values add up. */
export type StatementLine = Stored<typeof statementLineSchema>;

const OF_NO_REQUEST = { instructionId: null, askedBy: null, approvedBy: [], about: null };

/** Opening, movements, revaluation, closing: amounts and values both add up down the column. */
export function* linesOf({
  currency,
  opening,
  movements,
  revaluation,
  reconciling,
  closing,
}: CurrencyStatement): Generator<StatementLine> {
  yield boundary(currency, 'opening', opening);
  let balance = decimalOf(opening.amount);
  for (const movement of movements) {
    balance = balance.plus(decimalOf(movement.amount));
    yield { ...movement, currency, balance: formatDecimal(balance) };
  }
  yield {
    ...{ currency, kind: reconciling?.kind ?? 'revaluation', at: null, snapshot: null },
    ...{ amount: null, balance: null, price: null, value: reconciling?.value ?? revaluation },
    ...OF_NO_REQUEST,
  };
  yield boundary(currency, 'closing', closing);
}

function boundary(
  currency: string,
  kind: 'opening' | 'closing',
  { readAt, ...balance }: StatementBalance,
): StatementLine {
  return { ...OF_NO_REQUEST, ...balance, currency, kind, at: readAt, balance: balance.amount };
}

export const restatedMovementSchema = record(() => ({
  ...statementMovementSchema.shape,
  currency: z.string(),
  /** As it was frozen, or as it is known now. */
  known: z.enum(['frozen', 'now']),
}));

/** A movement that the frozen statement tells differently than the books of today. */
export type RestatedMovement = Stored<typeof restatedMovementSchema>;

/** Of a currency first those that were frozen and are not known so any more, then those that take their place. */
export function restatedMovements(later: readonly Restatement[]): readonly RestatedMovement[] {
  return later.flatMap(({ currency, frozen, now }) => [
    ...frozen.map((movement) => ({ ...movement, currency, known: 'frozen' as const })),
    ...now.map((movement) => ({ ...movement, currency, known: 'now' as const })),
  ]);
}

/** Digits of a place among the lines of one snapshot: more than one snapshot can have. */
const PLACE_DIGITS = 6;

/**
 * The places of lines in the order of their statement. A place is that of its snapshot, so that it stays where later
 * knowledge adds lines elsewhere.
 */
export function placesOf<Line extends Placed>(lines: Iterable<Line>): ReadonlyMap<Line, string> {
  const places = new Map<Line, string>();
  const taken = new Map<string, number>();
  for (const line of lines) {
    const place = `${line.currency}#${sectionOf(line)}`;
    const count = taken.get(place) ?? 0;
    taken.set(place, count + 1);
    places.set(line, `${place}#${String(count).padStart(PLACE_DIGITS, '0')}`);
  }
  return places;
}

type Placed = Pick<StatementLine, 'currency' | 'kind' | 'snapshot'> & {
  readonly known?: RestatedMovement['known'];
};

/** In this order as text: the opening, what moved snapshot by snapshot, what makes the values add up, the closing. */
function sectionOf({ kind, snapshot, known }: Placed): string {
  if (known !== undefined) return `${known}#${snapshot}`;
  if (kind === 'opening') return '0';
  if (kind === 'closing') return '3';
  return snapshot === null ? '2' : `1#${snapshot}`;
}
