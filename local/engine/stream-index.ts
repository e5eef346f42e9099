// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's own modules does not have it.
import { DatabaseSync } from 'node:sqlite';

/** A name that the engine gives to nothing of its own. */
const INDEX = 'sluice_stream_positions';

/**
 * By the table, in the order of the numbers, with what the engine asks of a shard beside them: so that it finds an answer
 * in the index alone.
 */
const COLUMNS = 'table_name, CAST(sequence_number AS INTEGER), shard_id, sequence_number';

/**
 * Gives the streams of an engine's file an index. The engine keeps the records of all streams in one table, for ever and
 * without an index, and looks for the last number of a stream at each write and for what follows a number at each read:
 * with every record there ever was, each takes longer. The engine must have opened the file before.
 * @throws Error where SQLite does.
 */
export function indexStreams(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`CREATE INDEX IF NOT EXISTS ${INDEX} ON _stream_records (${COLUMNS})`);
  } finally {
    database.close();
  }
}
