import type { Instant } from '../time/instant.ts';

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
