import { formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { ExplainedInterval, PlacedMovement } from './place-movements.ts';
import { priceIn, type Reading } from './reading.ts';

/** What an instruction did to the balance of a currency. */
export interface FlowMovement {
  readonly kind: 'withdrawal' | 'trade';
  readonly instructionId: string;
  /** When it was recorded as executed; of what others found out later, when it was claimed. */
  readonly at: Instant;
  /** Signed decimal text: what came in is positive. */
  readonly amount: string;
  readonly askedBy: string;
  readonly approvedBy: readonly string[];
  readonly words: string;
  /** Set while nobody knows yet what becomes of the request, and the balances show it already. */
  readonly inFlight?: true;
}

/**
 * How the balance of one currency came from one reading to the next: opening + movements + unexplained =
 * closing, to the last digit. There is one where something moved, or should have.
 */
export interface Flow {
  readonly client: string;
  readonly currency: string;
  /** Tick of the snapshot that shows it, and when its balances were read. */
  readonly snapshot: Instant;
  readonly readAt: Instant;
  /** The same of the snapshot before it. */
  readonly sinceSnapshot: Instant;
  readonly sinceReadAt: Instant;
  /** Totals, decimal text. */
  readonly opening: string;
  readonly closing: string;
  readonly movements: readonly FlowMovement[];
  /** Signed decimal text; beyond the tolerance it is a break. */
  readonly unexplained: string;
  /** Reporting currency per unit, as the snapshot pinned it; null without a path of prices. */
  readonly price: string | null;
  readonly reportingCurrency: string;
  /** Grows with every write. */
  readonly version: number;
}

/** The flow of an interval; null where nothing moved and nothing should have. */
export function flowOf(
  client: string,
  currency: string,
  [since, until]: readonly [Reading, Reading],
  interval: ExplainedInterval,
): Omit<Flow, 'version'> | null {
  const { opening, closing, movements, unexplained } = interval;
  if (movements.length === 0 && opening.total.equals(closing.total)) return null;
  return {
    client,
    currency,
    snapshot: until.scheduledFor,
    readAt: until.takenAt,
    sinceSnapshot: since.scheduledFor,
    sinceReadAt: since.takenAt,
    opening: formatDecimal(opening.total),
    closing: formatDecimal(closing.total),
    movements: movements.map(flowMovement),
    unexplained: formatDecimal(unexplained),
    price: priceIn(until, currency),
    reportingCurrency: until.valuation.reportingCurrency,
  };
}

function flowMovement({ movement, amount }: PlacedMovement): FlowMovement {
  const { kind, instructionId, at, askedBy, approvedBy, words, certainty } = movement;
  return {
    kind,
    instructionId,
    at,
    amount: formatDecimal(amount),
    askedBy,
    approvedBy,
    words,
    ...(certainty === 'in-flight' ? { inFlight: true } : {}),
  };
}

/** A stored flow of an interval in which, as is known by now, nothing moved: it counts no more. */
export function isEmpty({
  movements,
  unexplained,
}: Pick<Flow, 'movements' | 'unexplained'>): boolean {
  return movements.length === 0 && unexplained === '0';
}

/** The flow as it would be if nothing had moved: what stays of one that later knowledge took away. */
export function emptied(flow: Flow): Omit<Flow, 'version'> {
  const { version: _, ...rest } = flow;
  return { ...rest, closing: rest.opening, movements: [], unexplained: '0' };
}
