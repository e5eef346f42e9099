import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import type { Item } from '../../../adapters/store/item.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { AuditEntry, AuditFact, AuditHead } from '../../../treasury/audit/audit-entry.ts';
import { isWhole, verifyBooks } from '../../../treasury/tie-out/verify-books.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItem } from './items.ts';
import {
  chainItems,
  chainOf,
  type RecordedTables,
  recordMarch,
  verifyPorts,
} from './recorded-march.ts';

const engine = engineForTests();
let tables: RecordedTables;
let chain: readonly AuditEntry[];

beforeAll(async () => {
  tables = { ledger: await engine().table(), snapshots: await engine().table() };
  await recordMarch(tables);
  chain = await entriesAfter(tables.ledger)(TENANT, 0, 1_000);
});

const verdict = (heads: readonly AuditHead[] = []) =>
  verifyBooks(verifyPorts(tables), TENANT, { heads });

/** One item of a table in another form; null: it is not there. */
interface Write {
  readonly of: keyof RecordedTables;
  readonly key: Item;
  readonly item: Item | null;
}

const keyOf = ({ pk, sk }: Item) => ({ pk, sk }) as Item;

async function write({ of, key, item }: Write): Promise<void> {
  const table: StoreTable = tables[of];
  if (item !== null) return await putItem(table, item);
  const { client, tableName: TableName } = table;
  await client.send(new DeleteItemCommand({ TableName, Key: keyOf(key) }));
}

/** The faults of the tables with some items written past every adapter; afterwards they are as before. */
async function faultsWith(writes: readonly Write[], heads: readonly AuditHead[] = []) {
  const before = new Map<string, Item>();
  for (const table of ['ledger', 'snapshots'] as const) {
    for (const item of await itemsOf(tables[table]))
      before.set(JSON.stringify([table, keyOf(item)]), item);
  }
  for (const each of writes) await write(each);
  try {
    const found = await verdict(heads);
    return [
      ...found.faulty.map(({ fault }) => fault),
      ...found.statements.faulty.map(({ fault }) => fault),
      ...(found.statements.chain.verdict === 'intact' ? [] : [found.statements.chain.verdict]),
    ];
  } finally {
    for (const { of, key } of writes) {
      await write({ of, key, item: before.get(JSON.stringify([of, keyOf(key)])) ?? null });
    }
  }
}

type Change = (item: Item) => Item | null;

async function of(table: keyof RecordedTables, entity: string, nth = 0): Promise<Item> {
  const all = (await itemsOf(tables[table])).filter((item) => item.entity?.S === entity);
  const sorted = all.sort((one, other) =>
    `${one.pk?.S}${one.sk?.S}` < `${other.pk?.S}${other.sk?.S}` ? -1 : 1,
  );
  const found = sorted[nth];
  if (found === undefined) throw new Error(`there is no ${entity} ${nth}`);
  return found;
}

const gone: Change = () => null;
const text =
  (name: string, value: string): Change =>
  (item) => ({ ...item, [name]: { S: value } });
const other =
  (name: string): Change =>
  (item) => ({
    ...item,
    [name]: item[name]?.N === undefined ? { S: `${item[name]?.S ?? ''}1` } : { N: '77' },
  });
/** Somewhere within, however deep: the first text is another one. */
const within =
  (from: string, to: string): Change =>
  (item) =>
    JSON.parse(JSON.stringify(item, bytesAsText).replace(from, to), textAsBytes) as Item;
const flipped: Change = (item) => ({
  ...item,
  packed: {
    B: Buffer.from(item.packed?.B ?? []).map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
  },
});

function bytesAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

function textAsBytes(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  return Buffer.from(String(value.bytes), 'base64');
}

const ITEMS: readonly (readonly [string, keyof RecordedTables, string, number, Change])[] = [
  [
    'a reading with another time',
    'snapshots',
    'snapshot',
    0,
    text('takenAt', '2026-02-28T22:00:03.000Z'),
  ],
  ['a reading with other balances', 'snapshots', 'snapshot', 1, flipped],
  ['a reading with other balances, at the end', 'snapshots', 'snapshot', 11, flipped],
  ['a reading that is gone', 'snapshots', 'snapshot', 2, gone],
  ['the last reading gone', 'snapshots', 'snapshot', 10, gone],
  ['a reading of another kind', 'snapshots', 'snapshot', 3, text('kind', 'missed')],
  ['a reading with one more field', 'snapshots', 'snapshot', 4, text('note', 'x')],
  ['a reading of another entity', 'snapshots', 'snapshot', 5, text('entity', 'other')],
  ['a reading of a later version', 'snapshots', 'snapshot', 6, text('later', '1')],
  ['decisions that say otherwise', 'snapshots', 'decision-run', 0, flipped],
  ['decisions that are gone', 'snapshots', 'decision-run', 3, gone],
  [
    'decisions of another snapshot',
    'snapshots',
    'decision-run',
    4,
    text('snapshot', '2026-03-01T00:00:00.000Z'),
  ],
  ['decisions with one more field', 'snapshots', 'decision-run', 7, text('note', 'x')],
  ...[0, 1, 2, 3, 4].flatMap((nth) => [
    [`flow ${nth} with another closing`, 'ledger', 'flow', nth, other('closing')] as const,
    [`flow ${nth} with another opening`, 'ledger', 'flow', nth, other('opening')] as const,
    [
      `flow ${nth} in another unexplained amount`,
      'ledger',
      'flow',
      nth,
      other('unexplained'),
    ] as const,
    [`flow ${nth} gone`, 'ledger', 'flow', nth, gone] as const,
  ]),
  ['a flow at another price', 'ledger', 'flow', 0, text('price', '1')],
  ['a flow in another currency', 'ledger', 'flow', 1, text('currency', 'ETH')],
  ['a flow with another reading', 'ledger', 'flow', 2, text('readAt', '2026-03-05T10:00:09.000Z')],
  ['a flow of a later version', 'ledger', 'flow', 2, other('version')],
  ['a flow that another person approved', 'ledger', 'flow', 1, within('"S":"ann"', '"S":"eve"')],
  ['a flow that another person asked for', 'ledger', 'flow', 1, within('"S":"tom"', '"S":"eve"')],
  ['a flow of another instruction', 'ledger', 'flow', 1, within('sweep-btc', 'sweep-eth')],
  ['another approver in a record', 'ledger', 'instruction', 0, within('"S":"ann"', '"S":"eve"')],
  [
    'another approver in the second record',
    'ledger',
    'instruction',
    1,
    within('"S":"ann"', '"S":"eve"'),
  ],
  ['no approver in a record', 'ledger', 'instruction', 2, within('{"S":"ann"}', '{"S":"rule x"}')],
  ['another asker in a record', 'ledger', 'instruction', 0, within('"S":"tom"', '"S":"eve"')],
  [
    'another amount in a record',
    'ledger',
    'instruction',
    0,
    within('"amount":{"S":"', '"amount":{"S":"9'),
  ],
  [
    'another account in a record',
    'ledger',
    'instruction',
    0,
    within('Cold storage', 'Hot storage'),
  ],
  [
    'another time in a record',
    'ledger',
    'instruction',
    0,
    text('createdAt', '2026-03-05T09:30:01.000Z'),
  ],
  ['a record that is gone', 'ledger', 'instruction', 1, gone],
  ['a record that is open again', 'ledger', 'instruction', 0, text('state', 'approved')],
  ['an entry by another person', 'ledger', 'audit-entry', 0, text('by', 'eve')],
  ['an entry of another act', 'ledger', 'audit-entry', 1, text('action', 'decline')],
  ['an entry about another subject', 'ledger', 'audit-entry', 2, text('subject', 'x')],
  ['an entry at another time', 'ledger', 'audit-entry', 5, text('at', '2026-01-01T00:00:00.000Z')],
  ['the first entry gone', 'ledger', 'audit-entry', 0, gone],
  ['an entry in the middle gone', 'ledger', 'audit-entry', 9, gone],
  ['a root in an entry', 'ledger', 'audit-entry', 6, within('"root":{"S":"', '"root":{"S":"0')],
  ['an end with another hash', 'ledger', 'audit-head', 0, text('hash', '0'.repeat(64))],
  [
    'an end that is too early',
    'ledger',
    'audit-head',
    0,
    (item) => ({ ...item, sequence: { N: '99' } }),
  ],
  ['a frozen month gone', 'ledger', 'statement', 0, gone],
  ['a frozen month of another digest', 'ledger', 'statement', 0, text('digest', '0'.repeat(64))],
  [
    'a frozen month of another end',
    'ledger',
    'statement',
    0,
    text('to', '2026-04-02T00:00:00.000Z'),
  ],
  ['the currencies of a month gone', 'ledger', 'statement-part', 0, gone],
];

/** Chains that follow from their first entry to their end, as whoever writes all of it anew would leave them. */
const CHAINS: readonly (readonly [
  string,
  (facts: readonly AuditFact[]) => readonly AuditFact[],
])[] = [
  ['a chain without its last entry', (facts) => facts.slice(0, -1)],
  ['a chain without its last five entries', (facts) => facts.slice(0, -5)],
  [
    'a chain in which a day was closed at another time',
    (facts) =>
      facts.map((fact, index) =>
        index === 6 ? { ...fact, at: '2026-03-02T00:00:00.000Z' } : fact,
      ),
  ],
];

describe('the verification of the books', () => {
  it('finds everything as it was: days, months, requests and the chain', async () => {
    const found = await verdict();
    expect(found.faulty).toEqual([]);
    expect(isWhole(found)).toBe(true);
    expect(found.days).toHaveLength(chain.filter(({ action }) => action === 'close-day').length);
    expect(found.days.length).toBeGreaterThan(30);
    expect(found.compared).toBe(3);
    expect(found.statements.intact).toHaveLength(1);
  });

  it('reads each flow once, of days that a frozen month holds too', async () => {
    const read: string[] = [];
    const ports = verifyPorts(tables);
    const flowsBetween: typeof ports.flowsBetween = async (...asked) => {
      const flows = await ports.flowsBetween(...asked);
      read.push(...flows.map(({ snapshot, currency }) => `${snapshot} ${currency}`));
      return flows;
    };
    await verifyBooks({ ...ports, flowsBetween }, TENANT);
    expect(read.length).toBeGreaterThan(3);
    expect(new Set(read).size).toBe(read.length);
  });

  it('is tried with fifty changes at least', () => {
    expect(new Set(ITEMS.map(([name]) => name)).size).toBe(ITEMS.length);
    expect(ITEMS.length + CHAINS.length + 2).toBeGreaterThanOrEqual(50);
  });

  it.each(ITEMS)('finds %s', async (_, table, entity, nth, change) => {
    const item = await of(table, entity, nth);
    const changed = change(item);
    expect(changed).not.toEqual(item);
    expect(await faultsWith([{ of: table, key: item, item: changed }])).not.toEqual([]);
  });

  it('finds a flow, and a reading, that were added', async () => {
    for (const [table, entity] of [
      ['ledger', 'flow'],
      ['snapshots', 'snapshot'],
    ] as const) {
      const item = await of(table, entity, 2);
      const added = { ...item, sk: { S: `${item.sk?.S?.slice(0, 17)}59.000Z#XYZ` } };
      expect(await faultsWith([{ of: table, key: added, item: added }])).toContain('changed-day');
    }
  });

  it.each(CHAINS)(
    'finds %s by an end that was kept outside, and by nothing else',
    async (_, rewritten) => {
      const facts = chain.map(({ sequence, previousHash, hash, ...fact }) => fact);
      const entries = chainOf(rewritten(facts));
      const items = chainItems(entries);
      const old = chainItems(chain).filter(
        (item) => !items.some((each) => each.sk?.S === item.sk?.S),
      );
      const writes = [
        ...items.map((item) => ({ of: 'ledger', key: item, item }) as const),
        ...old.map((key) => ({ of: 'ledger', key, item: null }) as const),
      ];
      const last = chain.at(-1);
      const kept = [{ sequence: last?.sequence ?? 0, hash: last?.hash ?? '' }];
      expect(await faultsWith(writes)).toEqual([]);
      expect((await faultsWith(writes, kept)).length).toBe(1);
      expect(['cut-off', 'other-than-known']).toContain((await faultsWith(writes, kept))[0]);
      expect(await faultsWith([], kept)).toEqual([]);
    },
  );
});
