import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import * as z from 'zod';
import {
  ANALYTICS_DATA_PREFIX,
  ANALYTICS_TABLE_NAMES,
  ANALYTICS_TABLES,
  type AnalyticsColumnType,
  type AnalyticsTable,
  DECIMAL_DIGITS,
  DECIMAL_SCALE,
} from '../../reporting/analytics/tables.ts';
import { SqlError } from './sql-error.ts';

/** Resources that a query may take. The machine is the user's own, and does other things as well. */
const MEMORY_LIMIT = '1GB';
const THREADS = '2';

/** Seconds after which a query is given up: a year of fifty currencies takes a few. */
const MAX_SECONDS = 120;

/** The columns' types as DuckDB writes them, for columns that no file has yet. */
const DUCKDB_TYPES: Readonly<Record<AnalyticsColumnType, string>> = {
  text: 'VARCHAR',
  decimal: `DECIMAL(${DECIMAL_DIGITS},${DECIMAL_SCALE})`,
  instant: 'TIMESTAMP',
  boolean: 'BOOLEAN',
  whole: 'INTEGER',
};

export interface SqlAnswer {
  readonly columns: readonly string[];
  /** Cells as text; null is null. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** There are more rows than the limit. */
  readonly more: boolean;
}

export interface AnalystDatabase {
  /**
   * Answers one SELECT with at most `limit` rows.
   * @throws SqlError where it is none, or cannot be answered.
   */
  readonly query: (sql: string, parameters: readonly string[], limit: number) => Promise<SqlAnswer>;
  readonly close: () => void;
}

/**
 * The files of a folder as tables, in DuckDB, in memory. A query can read these files and no others, write nothing,
 * load nothing, and change none of this.
 * @throws SqlError if there are no files, or no DuckDB.
 */
export async function openAnalystDatabase(folder: string): Promise<AnalystDatabase> {
  const tables = path.resolve(folder, ANALYTICS_DATA_PREFIX);
  const missing = ANALYTICS_TABLE_NAMES.find((table) => !existsSync(path.join(tables, table)));
  if (missing !== undefined) {
    throw new SqlError(
      `there are no files of ${missing} in ${tables}; npm start writes them as it runs (docs/analytics.md)`,
    );
  }
  const duckdb = await loadDuckDb();
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY_LIMIT,
    threads: THREADS,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  for (const table of ANALYTICS_TABLE_NAMES) await createView(connection, table, tables);
  await connection.run(`SET allowed_directories = [${quoted(tables)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return {
    query: (sql, parameters, limit) => answer(connection, { sql, parameters, limit }),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/**
 * A table as a view of its files. Columns that none of them has yet, because an earlier version wrote them all, are
 * null, as they are in Athena, which goes by the catalogue.
 */
async function createView(
  connection: DuckDBConnection,
  table: AnalyticsTable,
  folder: string,
): Promise<void> {
  // Days are text here as they are in Athena, and bounds of text choose the folders that are read.
  const files = `read_parquet(${quoted(path.join(folder, table, '*', '*', '*.parquet'))},
    hive_partitioning = true, hive_types = {tenant: VARCHAR, day: VARCHAR}, union_by_name = true)`;
  const present = (await connection.run(`SELECT * FROM ${files} LIMIT 0`)).columnNames();
  const missing = ANALYTICS_TABLES[table].filter(({ name }) => !present.includes(name));
  const nulls = missing.map(({ name, type }) => `, NULL::${DUCKDB_TYPES[type]} AS ${name}`);
  await connection.run(`CREATE VIEW ${table} AS SELECT *${nulls.join('')} FROM ${files}`);
}

/** DuckDB's parser's reading of a text, without looking at any table or file. */
const parsedSql = z.discriminatedUnion('error', [
  z.object({ error: z.literal(false), statements: z.array(z.unknown()) }),
  z.object({ error: z.literal(true), error_type: z.string(), error_message: z.string() }),
]);

interface Question {
  readonly sql: string;
  readonly parameters: readonly string[];
  readonly limit: number;
}

async function answer(connection: DuckDBConnection, question: Question): Promise<SqlAnswer> {
  const late = setTimeout(() => connection.interrupt(), MAX_SECONDS * 1_000);
  try {
    const statement = await prepared(connection, question.sql);
    return await rowsOf(statement, question);
  } catch (error) {
    if (error instanceof SqlError) throw error;
    const [description = ''] =
      error instanceof Error ? error.message.split('\n\n', 1) : [String(error)];
    throw new SqlError(
      description.startsWith('INTERRUPT') ? `given up after ${MAX_SECONDS} seconds` : description,
      { cause: error },
    );
  } finally {
    clearTimeout(late);
  }
}

/**
 * Prepares one SELECT. Parsing alone, which knows no other statement, shows that it is one: to prepare an EXPORT
 * creates its folder, and a folder that may be read may be written into.
 */
async function prepared(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const parsing = await connection.prepare('SELECT json_serialize_sql(?::VARCHAR)');
  parsing.bindVarchar(1, sql);
  const [[text] = []] = (await parsing.runAndReadAll()).getRowsJson();
  const parsed = parsedSql.parse(JSON.parse(String(text)));
  if (parsed.error && parsed.error_type === 'parser') throw new SqlError(parsed.error_message);
  if (parsed.error) throw new SqlError('expected a SELECT: nothing else is answered');
  const { length } = parsed.statements;
  if (length !== 1) throw new SqlError(`expected one SELECT, seen ${length} statements`);
  return await connection.prepare(sql);
}

async function rowsOf(
  statement: DuckDBPreparedStatement,
  { parameters, limit }: Question,
): Promise<SqlAnswer> {
  if (statement.parameterCount !== parameters.length) {
    throw new SqlError(
      `expected ${statement.parameterCount} parameters, seen ${parameters.length}`,
    );
  }
  for (const [index, value] of parameters.entries()) statement.bindVarchar(index + 1, value);
  const reader = await statement.streamAndReadUntil(limit + 1);
  const rows = reader.getRowsJson().map((row) => row.map(cellText));
  return { columns: reader.columnNames(), rows: rows.slice(0, limit), more: rows.length > limit };
}

function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A text within SQL. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new SqlError(
      'DuckDB, an optional dependency, is not installed here: npm install --include=optional, on a platform that it is made for',
      { cause },
    );
  }
}
