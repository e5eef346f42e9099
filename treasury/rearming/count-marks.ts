/**
 * Tables that a ledger was counted in, one restored from the other: a restore is an event of years. More of them were
 * written by another program, and no one reads them all.
 */
export const MAX_COUNTED_TABLES = 20;

/** The marks that sealed states of counts have left: no principal deletes them. Strongly consistent. */
export interface CountMarks {
  /** Identities of the tables in which any count was ever sealed. Throws if there are more than `MAX_COUNTED_TABLES`. */
  readonly countedTables: (tenant: string) => Promise<readonly string[]>;
  /** The last number that the count has taken in the table; 0 if none. */
  readonly lastCountNumber: (tenant: string, of: string, epoch: string) => Promise<number>;
}
