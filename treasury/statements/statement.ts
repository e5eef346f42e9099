import type { Instant } from '../time/instant.ts';

/** A balance at a boundary of the statement: that of the last snapshot whose tick lies before it; at the
 * beginning of a first month, that of its first snapshot. */
export interface StatementBalance {
  /** Tick of the snapshot and the moment its balances were read. */
  readonly snapshot: Instant;
  readonly readAt: Instant;
  /** Native amount, decimal text, exact. */
  readonly amount: string;
  /** Reporting currency per unit as pinned by that snapshot; null where it had no path of prices. */
  readonly price: string | null;
  /** In the reporting currency, decimal text as the snapshot has it; null without a price. */
  readonly value: string | null;
}

/** Why a balance moved. Whatever no instruction accounts for is unexplained until a person names it. */
export type MovementKind = 'withdrawal' | 'trade' | 'inflow' | 'outflow' | 'unexplained';

/** One movement of one currency, placed in the interval between two snapshots that shows it. */
export interface StatementMovement {
  readonly kind: MovementKind;
  /** When it was confirmed (instructions; of one that was settled later: when it was claimed) or first
   * seen (everything else). */
  readonly at: Instant;
  /** Tick of the snapshot that first shows it; its prices value the movement. */
  readonly snapshot: Instant;
  /** Signed native amount, decimal text: what came in is positive. */
  readonly amount: string;
  readonly price: string | null;
  /** Signed, in the reporting currency; null without a price. */
  readonly value: string | null;
  /** Of withdrawals and trades. */
  readonly instructionId: string | null;
  readonly askedBy: string | null;
  readonly approvedBy: readonly string[];
  /** Of what a person has named: kind and words (`askedBy` named it, `approvedBy` closed it); of
   * withdrawals: the account's label. */
  readonly words: string | null;
}

/** opening + movements = closing, to the last digit, for each currency. */
export interface CurrencyStatement {
  readonly currency: string;
  readonly opening: StatementBalance;
  readonly movements: readonly StatementMovement[];
  readonly closing: StatementBalance;
  /** Closing value - opening value - values of the movements: what prices did. Null where one is unknown. */
  readonly revaluation: string | null;
}

/** One month of one client. Frozen once the month is closed: `digest` is over everything else in it. */
export interface Statement {
  readonly client: string;
  /** YYYY-MM. */
  readonly month: string;
  /** IANA name; its midnights bound the month. */
  readonly timeZone: string;
  /** From inclusive, to exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  readonly reportingCurrency: string;
  readonly currencies: readonly CurrencyStatement[];
  /** Sums of the values that are known, and which currencies are not in them. */
  readonly totals: {
    readonly opening: string;
    readonly movements: string;
    readonly revaluation: string;
    readonly closing: string;
    readonly unvalued: readonly string[];
  };
  /** SHA-256, hex, of the canonical text of the rest; null while the month is open. */
  readonly digest: string | null;
  readonly frozenAt: Instant | null;
}
