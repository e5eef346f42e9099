import { readdirSync } from 'node:fs';
import path from 'node:path';
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's own modules does not have it.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Engine, startEngine } from '../../../local/engine/engine.ts';
import { EngineProcess } from '../../../local/engine/engine-process.ts';
import { StreamTrimming } from '../../../local/streams/stream-trimming.ts';
import { folderForEachTest, temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const temporary = temporaryFolder();
const folder = folderForEachTest();

/** What the engine asks of its streams: at each write, at each read, and for the ends of a shard. */
const QUESTIONS = [
  `SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = 'a'`,
  `SELECT * FROM _stream_records
   WHERE table_name = 'a' AND shard_id = 'b' AND CAST(sequence_number AS INTEGER) > 1
   ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 5`,
  `SELECT MIN(sequence_number), MAX(sequence_number) FROM _stream_records
   WHERE table_name = 'a' AND shard_id = 'b'`,
];

/** How SQLite would answer them in a file. */
function plansIn(file: string): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    return QUESTIONS.map((question) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${question}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('; '),
    );
  } finally {
    database.close();
  }
}

const BY_THE_INDEX = [
  expect.stringMatching(/^SEARCH .* USING COVERING INDEX sluice_stream_positions/),
  expect.stringMatching(/^SEARCH .* USING INDEX sluice_stream_positions [^;]*$/),
  expect.stringMatching(/^SEARCH .* USING COVERING INDEX sluice_stream_positions/),
];

async function makeTable({ call }: Engine): Promise<void> {
  const made = await call?.('CreateTable', {
    TableName: 'things',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  expect(made).toMatchObject({ ok: true });
}

async function put({ call }: Engine, pk: string): Promise<void> {
  const written = await call?.('PutItem', { TableName: 'things', Item: { pk: { S: pk } } });
  expect(written).toMatchObject({ ok: true });
}

/** The records that there are, by their numbers. */
function numbersIn(file: string): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    const all = database.prepare('SELECT sequence_number FROM _stream_records ORDER BY id').all();
    return all.map((each) => String(each.sequence_number));
  } finally {
    database.close();
  }
}

describe('the index of the streams in a file of the engine', () => {
  it('answers what the engine asks, without reading all records', async () => {
    const file = path.join(temporary, 'new.db');
    const engine = await startEngine(file);
    await engine.stop();
    expect(plansIn(file)).toEqual(BY_THE_INDEX);
  });

  it('is added to a file that has none, and the numbers go on', async () => {
    const file = path.join(temporary, 'old.db');
    // As the engine alone leaves it.
    await (await EngineProcess.start(file)).stop();
    expect(plansIn(file).join()).not.toContain('sluice_stream_positions');
    const first = await startEngine(file);
    await makeTable(first);
    // More than nine: numbers in the order of their text would be others.
    for (let count = 0; count < 12; count++) await put(first, `item ${count}`);
    await first.stop();
    const second = await startEngine(file);
    await put(second, 'item 12');
    await second.stop();
    expect(plansIn(file)).toEqual(BY_THE_INDEX);
    expect(numbersIn(file)).toEqual(Array.from({ length: 13 }, (_, index) => `${index + 1}`));
  });

  it('is in the file of an engine that keeps nothing, which has no name', async () => {
    vi.stubEnv('TMPDIR', folder());
    const seen = vi.spyOn(DatabaseSync.prototype, 'exec');
    const engine = await startEngine(null);
    onTestFinished(() => {
      seen.mockRestore();
      vi.unstubAllEnvs();
    });
    expect(seen.mock.calls.flat().join()).toContain('sluice_stream_positions');
    await makeTable(engine);
    for (let count = 0; count < 50; count++) await put(engine, `item ${count}`);
    const read = await engine.call?.('Scan', { TableName: 'things', Select: 'COUNT' });
    expect(read).toMatchObject({ ok: true, json: expect.stringContaining('50') });
    expect(readdirSync(folder())).toEqual([]);
    await engine.stop();
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe('the records of the streams', () => {
  const DAY_SECONDS = 86_400;

  /** Lets the records of a file be older. */
  function age(file: string, numbers: readonly number[], seconds: number): void {
    const database = new DatabaseSync(file);
    database
      .prepare(
        `UPDATE _stream_records SET created_at = created_at - ? WHERE CAST(sequence_number AS INTEGER) IN (${numbers.join()})`,
      )
      .run(seconds);
    database.close();
  }

  async function withRecords(count: number): Promise<{ engine: Engine; file: string }> {
    const file = path.join(folder(), 'tables.db');
    const engine = await startEngine(file);
    onTestFinished(() => engine.stop());
    await makeTable(engine);
    for (let each = 1; each <= count; each++) await put(engine, `item ${each}`);
    return { engine, file };
  }

  it('go when they are older than a day and were read by all', async () => {
    const { engine, file } = await withRecords(12);
    age(file, [1, 2, 3, 4, 5, 6], DAY_SECONDS + 60);
    age(file, [7, 8], DAY_SECONDS - 60);
    await engine.trimStreams(() => 4n);
    expect(numbersIn(file)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12']);
    await engine.trimStreams(() => 10n);
    expect(numbersIn(file)).toEqual(['7', '8', '9', '10', '11', '12']);
  });

  it('go by age alone where the stream has no reader; the newest stays, and the numbers go on', async () => {
    const { engine, file } = await withRecords(3);
    age(file, [1, 2, 3], 2 * DAY_SECONDS);
    await engine.trimStreams(() => null);
    expect(numbersIn(file)).toEqual(['3']);
    await put(engine, 'another');
    expect(numbersIn(file)).toEqual(['3', '4']);
  });

  it('go however many there are', async () => {
    const { engine, file } = await withRecords(1);
    const database = new DatabaseSync(file);
    database.exec(`WITH RECURSIVE numbers(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM numbers WHERE value < 1801)
      INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
      SELECT 'things', 'INSERT', '{}', value, 'a', 0 FROM numbers`);
    database.close();
    await engine.trimStreams(() => null);
    expect(numbersIn(file)).toEqual(['1', '1801']);
  });

  it('stay while another process writes, and go the next time', async () => {
    const { engine, file } = await withRecords(2);
    age(file, [1, 2], 2 * DAY_SECONDS);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await engine.trimStreams(() => null);
    expect(numbersIn(file)).toEqual(['1', '2']);
    other.exec('COMMIT');
    other.close();
    await engine.trimStreams(() => null);
    expect(numbersIn(file)).toEqual(['2']);
  });

  it('are read up to where the slowest delivery of their table is, in this stream', async () => {
    const asked: (bigint | null)[] = [];
    const checkpoint = (streamArn: string, sequenceNumber: string) => ({
      ...{ streamArn, sequenceNumber },
      shardId: 'a',
    });
    const reached = new Map([
      ['fast', checkpoint('now', '000000000000000000012')],
      ['slow', checkpoint('now', '000000000000000000009')],
      ['of-before', checkpoint('before', '7')],
    ]);
    const trimming = new StreamTrimming({
      engine: {
        trimStreams: async (readUpTo) => {
          asked.push(...['things', 'others', 'new', 'unread'].map(readUpTo));
        },
      },
      deliveries: [
        { id: 'fast', tableName: 'things', streamArn: 'now' },
        { id: 'slow', tableName: 'things', streamArn: 'now' },
        { id: 'of-before', tableName: 'others', streamArn: 'now' },
        { id: 'never', tableName: 'new', streamArn: 'now' },
      ],
      checkpoints: { read: (id) => reached.get(id) ?? null },
      failed: (error) => expect(error).toBeUndefined(),
    });
    trimming.start();
    await trimming.stop();
    expect(asked).toEqual([9n, 0n, 0n, null]);
  });
});
