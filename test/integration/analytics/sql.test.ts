import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ParquetFile } from '../../../adapters/analytics/parquet-file.ts';
import { type AnalystDatabase, openAnalystDatabase } from '../../../local/sql/analyst-database.ts';
import { askedByName } from '../../../local/sql/ask.ts';
import {
  ANALYTICS_TABLE_NAMES,
  ANALYTICS_TABLES,
  type AnalyticsTable,
  analyticsKey,
} from '../../../reporting/analytics/tables.ts';
import { decimalCell } from '../../../treasury/analytics/decimal-cell.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { duckDbIsHere, NOT_HERE } from './duckdb-here.ts';

const ROOM = { digits: 38, scale: 18 };
const NOW = '2026-03-30T10:00:00.000Z';
const AMOUNTS = ['99999999999999999999.999999999999999999', '-0.000000000000000001', '1.50'];

const data = temporaryFolder();
const outside = path.join(data, 'outside.csv');
let database: AnalystDatabase;

beforeAll(async () => {
  writeFileSync(outside, 'a,b\n1,2\n');
  await write('snapshots', AMOUNTS);
  await write('flows', []);
  for (const table of ['decisions', 'breaks', 'instructions', 'changes'] as const)
    await write(table, []);
  if (duckDbIsHere) database = await openAnalystDatabase(data);
});
afterAll(() => {
  database?.close();
});

if (!duckDbIsHere) {
  it(NOT_HERE, () => {
    expect(existsSync(path.join(data, 'tables', 'snapshots'))).toBe(true);
  });
}

describe.skipIf(!duckDbIsHere)('a question in SQL', () => {
  const ask = async (sql: string, limit = 100) => (await database.query(sql, [], limit)).rows;

  it('has amounts to the last digit, as text and as decimals', async () => {
    const rows = await ask('SELECT total, total_decimal FROM snapshots');
    expect(rows).toEqual([
      [AMOUNTS[0], AMOUNTS[0]],
      [AMOUNTS[1], AMOUNTS[1]],
      ['1.50', '1.500000000000000000'],
    ]);
  });

  it('has moments in UTC and the folders as columns of text', async () => {
    const [row] = await ask('SELECT tick, tenant, day, typeof(day) FROM snapshots');
    expect(row).toEqual(['2026-03-30 09:00:00', 'main', '2026-03-30', 'VARCHAR']);
  });

  it('may be about tables that have no rows', async () => {
    expect(await ask('SELECT count(*) FROM flows, decisions')).toEqual([['0']]);
  });

  it('is answered with as many rows as were asked for, and says where there are more', async () => {
    expect(await database.query('SELECT total FROM snapshots', [], 2)).toMatchObject({
      rows: [[AMOUNTS[0]], [AMOUNTS[1]]],
      more: true,
    });
    expect(await database.query('SELECT * FROM range(100000)', [], 5)).toMatchObject({
      columns: ['range'],
      more: true,
    });
    expect((await database.query('SELECT total FROM snapshots', [], 3)).more).toBe(false);
  });

  it.each([
    ['COPY (SELECT 1) TO', (folder: string) => `COPY (SELECT 1) TO '${folder}/tables/x.csv'`],
    ['ATTACH', (folder: string) => `ATTACH '${folder}/tables/x.db'`],
    ['PRAGMA', () => "PRAGMA import_database('/')"],
    ['CREATE', () => 'CREATE TABLE x AS SELECT 1'],
    ['SET', () => 'SET enable_external_access = true'],
    ['INSTALL', () => 'INSTALL httpfs'],
    ['EXPORT', (folder: string) => `EXPORT DATABASE '${folder}/tables/x'`],
    [
      'EXPLAIN ANALYZE of a COPY',
      (folder: string) => `EXPLAIN ANALYZE COPY (SELECT 1) TO '${folder}/tables/x.csv'`,
    ],
  ])('is no %s, and nothing is written', async (_, sql) => {
    await expect(ask(sql(data))).rejects.toThrow('expected a SELECT: nothing else is answered');
    expect(readdirSync(path.join(data, 'tables')).sort()).toEqual(
      [...ANALYTICS_TABLE_NAMES].sort(),
    );
  });

  it('is one statement', async () => {
    await expect(ask('SELECT 1; SELECT 2')).rejects.toThrow(
      'expected one SELECT, seen 2 statements',
    );
  });

  it('reaches no other file of this machine', async () => {
    for (const reading of [
      `SELECT * FROM read_csv('${outside}')`,
      `SELECT * FROM '${outside}'`,
      `SELECT * FROM read_text('${data}/tables/../outside.csv')`,
      `SELECT * FROM glob('${data}/*')`,
    ]) {
      await expect(ask(reading)).rejects.toThrow(/disabled by configuration/);
    }
  });

  it('that cannot be understood is answered with what is wrong with it', async () => {
    await expect(ask('SELECT nothing FROM snapshots')).rejects.toThrow(/"nothing" not found/);
    await expect(ask('SELEC 1')).rejects.toThrow('syntax error at or near "SELEC"');
    await expect(ask('SELECT ?')).rejects.toThrow('expected 1 parameters, seen 0');
  });
});

describe.skipIf(!duckDbIsHere)('files of before a table got a column', () => {
  const folder = temporaryFolder();
  const ask = async () => {
    const opened = await openAnalystDatabase(folder);
    const { rows } = await opened.query('SELECT day, reference FROM flows ORDER BY day', [], 10);
    opened.close();
    return rows;
  };

  it('are read with null in it, whether or not a later file has the column', async () => {
    await write('snapshots', [], { folder });
    for (const table of ['decisions', 'breaks', 'instructions', 'changes'] as const) {
      await write(table, [], { folder });
    }
    const before = { folder, day: '2026-03-29', without: 'reference' };
    await write('flows', ['1'], before);
    expect(await ask()).toEqual([['2026-03-29', null]]);
    await write('flows', ['1'], { folder });
    expect(await ask()).toEqual([
      ['2026-03-29', null],
      ['2026-03-30', null],
    ]);
  });
});

describe('a folder', () => {
  it('without files is named, with what writes them', async () => {
    const empty = path.join(data, 'empty');
    await expect(openAnalystDatabase(empty)).rejects.toThrow(
      `there are no files of snapshots in ${empty}/tables; npm start writes them`,
    );
  });

  it('cannot be asked where DuckDB is not installed, and the line says so', async () => {
    vi.resetModules();
    vi.doMock('@duckdb/node-api', () => {
      throw new Error('not there');
    });
    const without = await import('../../../local/sql/analyst-database.ts');
    await expect(without.openAnalystDatabase(data)).rejects.toThrow(
      'DuckDB, an optional dependency, is not installed here: npm install --include=optional',
    );
    vi.doUnmock('@duckdb/node-api');
  });
});

describe('a named query', () => {
  it('covers the last 30 days of the tenant main by default', () => {
    const { parameters } = askedByName('holdings-by-day', { currency: 'BTC' }, NOW);
    expect(parameters).toEqual(['main', '2026-03-01', '2026-03-31', 'BTC']);
  });

  it('of a moment is asked about its day and the one before, in UTC', () => {
    const asked = (at: string) => askedByName('holdings-at', { at }, NOW).parameters;
    const inUtc = ['main', '2026-02-28', '2026-03-02', '2026-03-01 00:30:00.000'];
    expect(asked('2026-03-01T01:30:00+01:00')).toEqual(inUtc);
    expect(asked('2026-03-01 00:30:00')).toEqual(inUtc);
  });

  it('says what it is asked with, and which ones there are', () => {
    expect(() => askedByName('holdings-by-day', {}, NOW)).toThrow(
      'holdings-by-day needs --currency: a currency as balances have it (it takes --tenant --from --to --currency)',
    );
    expect(() => askedByName('holdings', {}, NOW)).toThrow(
      /there is no query holdings; there are approvals, breaks-by-class, /,
    );
    expect(() => askedByName('movements', { from: '1.3.2026' }, NOW)).toThrow(
      '--from: seen 1.3.2026, expected the first day, such as 2026-01-01',
    );
    expect(() => askedByName('holdings-at', { at: 'noon' }, NOW)).toThrow('--at: seen noon');
  });
});

interface Written {
  readonly folder?: string;
  readonly day?: string;
  /** A column that the version which wrote the file did not have. */
  readonly without?: string;
}

async function write(
  table: AnalyticsTable,
  totals: readonly string[],
  { folder = data, day = '2026-03-30', without }: Written = {},
): Promise<void> {
  const target = path.join(folder, analyticsKey(table, 'main', day));
  mkdirSync(path.dirname(target), { recursive: true });
  const pieces: Uint8Array[] = [];
  const sink = {
    add: async (bytes: Uint8Array) => {
      pieces.push(bytes);
    },
    finish: async () => writeFileSync(target, Buffer.concat(pieces)),
  };
  const columns = ANALYTICS_TABLES[table].filter(({ name }) => name !== without);
  const file = new ParquetFile(columns, ROOM, sink);
  const nothing = Object.fromEntries(columns.map(({ name }) => [name, null]));
  for (const total of totals) {
    const total_decimal = decimalCell(total, ROOM).unscaled;
    await file.add({ ...nothing, tick: '2026-03-30T09:00:00.000Z', total, total_decimal });
  }
  await file.finish();
}
