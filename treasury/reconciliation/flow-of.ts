import type { Flow, FlowMovement } from '../ledger/flow.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { AssignedMovement, ExplainedInterval } from './assign-movements.ts';
import { priceIn, type Reading, type ReadingId } from './reading.ts';

/** The flow since the reading that stated the opening; null if nothing moved and nothing should have. */
export function flowOf(
  tenant: string,
  currency: string,
  [since, until]: readonly [ReadingId, Reading],
  interval: ExplainedInterval,
): Omit<Flow, 'version'> | null {
  const { opening, closing, movements, unexplained } = interval;
  if (movements.length === 0 && opening.total.equals(closing.total)) return null;
  return {
    tenant,
    currency,
    snapshot: until.scheduledFor,
    readAt: until.takenAt,
    sinceSnapshot: since.scheduledFor,
    sinceReadAt: since.takenAt,
    opening: formatDecimal(opening.total),
    closing: formatDecimal(closing.total),
    movements: movements.map((each) => flowMovement(each, until.scheduledFor)),
    unexplained: formatDecimal(unexplained),
    price: priceIn(until, currency),
    reportingCurrency: until.valuation.reportingCurrency,
  };
}

function flowMovement({ movement, amount }: AssignedMovement, snapshot: Instant): FlowMovement {
  const { kind, instructionId, at, askedBy, approvedBy, about, certainty } = movement;
  const { reference, withdrawalAccountId, fill, late } = movement;
  // A part that shows later is of the same trade: with the fill again, it would count twice.
  const isFirst = !late?.parts.some((part) => part.snapshot < snapshot);
  return {
    kind,
    instructionId,
    at,
    amount: formatDecimal(amount),
    askedBy,
    approvedBy,
    about,
    ...(reference !== undefined && { reference }),
    ...(withdrawalAccountId !== undefined && { withdrawalAccountId }),
    ...(fill !== undefined && isFirst && { fill }),
    ...(certainty === 'in-flight' ? { inFlight: true } : {}),
  };
}

/** A stored flow of an interval in which, as is known by now, nothing moved: it no longer counts. */
export function isEmpty({
  movements,
  unexplained,
}: Pick<Flow, 'movements' | 'unexplained'>): boolean {
  return movements.length === 0 && unexplained === '0';
}

/** The flow if nothing had moved: the remainder of one that later knowledge took away. */
export function emptied(flow: Flow): Omit<Flow, 'version'> {
  const { version: _, ...rest } = flow;
  return { ...rest, closing: rest.opening, movements: [], unexplained: '0' };
}
