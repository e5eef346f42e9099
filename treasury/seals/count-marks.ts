/**
 * Tables that a ledger was counted in, one restored from the other: a restore each month for eight years. Beyond them,
 * another program wrote the marks; each table is a query for each count, so no one reads them all.
 */
export const MAX_COUNTED_TABLES = 100;

/** The marks that sealed states of counts have left: no principal deletes them. Strongly consistent. */
export interface CountMarks {
  /** Identities of the tables in which any count was ever sealed. Throws if there are more than `MAX_COUNTED_TABLES`. */
  readonly countedTables: (tenant: string) => Promise<readonly string[]>;
  /** The last number that the count has taken in the table; 0 if none. */
  readonly lastCountNumber: (tenant: string, of: string, epoch: string) => Promise<number>;
}
