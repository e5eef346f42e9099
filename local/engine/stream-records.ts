// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's own modules does not have it.
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';

/** A name that the engine gives to nothing of its own. */
const INDEX = 'sluice_stream_positions';

/**
 * By the table, in the order of the numbers, with what the engine asks of a shard beside them: so that it finds an answer
 * in the index alone.
 */
const COLUMNS = 'table_name, CAST(sequence_number AS INTEGER), shard_id, sequence_number';

/** How long a stream keeps a record: as DynamoDB Streams do. */
const KEPT_SECONDS = 86_400;

/** Records removed in one transaction: the engine, which waits for it, waits for milliseconds. */
const REMOVED_AT_ONCE = 500;

/** How long a transaction of the engine is waited for, while this process does nothing else. */
const PATIENCE_MS = 200;

/** SQLite's number for a file in which another process is writing. */
const BUSY = 5;

/**
 * The oldest records of a table that may go. The newest of all stays: the engine counts on from it, and a number that came
 * twice would be passed over by whoever has read the first.
 */
const REMOVE_OLDEST = `DELETE FROM _stream_records WHERE created_at < :before AND id IN (
  SELECT id FROM _stream_records WHERE table_name = :table AND CAST(sequence_number AS INTEGER) <= :read
    AND CAST(sequence_number AS INTEGER) < (
      SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :table)
  ORDER BY CAST(sequence_number AS INTEGER) LIMIT ${REMOVED_AT_ONCE})`;

/** The number up to which every reader of a table's stream has read it; null where it has no reader that must see all. */
export type ReadUpTo = (table: string) => bigint | null;

/**
 * The records of the streams in an engine's file. The engine keeps them in one table, for ever and without an index, and
 * looks for the last number of a stream at each write and for what follows a number at each read: with every record there
 * ever was, each takes longer. Here they get an index and an end.
 */
export class StreamRecords {
  readonly #database: DatabaseSync;

  /** The engine must have opened the file before. @throws Error where SQLite does. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: PATIENCE_MS });
    try {
      this.#database.exec(`CREATE INDEX IF NOT EXISTS ${INDEX} ON _stream_records (${COLUMNS})`);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /**
   * Removes what is older than a day and was read by all. A record that is older and was not read stays: a stack that
   * stood still over a weekend delivers it, where DynamoDB would have lost it.
   * @throws Error where SQLite does; not where the engine writes for long: what is left then goes the next time.
   */
  async trim(readUpTo: ReadUpTo, nowMs: number): Promise<void> {
    const before = Math.floor(nowMs / 1_000) - KEPT_SECONDS;
    const remove = this.#database.prepare(REMOVE_OLDEST);
    const tables = this.#database.prepare('SELECT table_name FROM _tables').all();
    for (const { table_name: name } of tables) {
      const table = String(name);
      const read = readUpTo(table) ?? EVERY_NUMBER;
      let removed = 1;
      while (removed > 0 && this.#database.isOpen) {
        removed = unlessBusy(() => Number(remove.run({ table, read, before }).changes)) ?? 0;
        // What waits for this process, the engine's own callers among it, has its turn between two transactions.
        await turn();
      }
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** SQLite's greatest integer. */
const EVERY_NUMBER = 2n ** 63n - 1n;

/** Null where the engine holds the file for longer than is waited. */
function unlessBusy<T>(write: () => T): T | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null;
    throw error;
  }
}
