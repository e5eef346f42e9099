import path from 'node:path';
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's own modules does not have it.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Engine, startEngine } from '../../../local/engine/engine.ts';
import { EngineProcess } from '../../../local/engine/engine-process.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const temporary = temporaryFolder();

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
    // As an earlier version left it.
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
});
