import { brotliDecompressSync } from 'node:zlib';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import type { Item } from '../../../adapters/store/item.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { sentencesIn } from '../../stored-sentences.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';
import { policyCalls } from './policy-calls.ts';

/*
 * What the functions themselves store on a day: decisions, instructions, their audit entries and events, changes of the policy,
 * snapshots, flows and breaks. Nothing of it is a sentence but what people wrote and what others said, quoted.
 */

const { deployed } = deployedForEachTest({}, 'agreed');
const calls = policyCalls(deployed);
const steps = deploymentSteps(deployed);

/** Where people write, and what is quoted. */
const WRITTEN_BY_OTHERS: readonly RegExp[] = [
  /\.(label|accountLabel|comment)$/,
  // The name of an account that a sweep pays to.
  /\.parts\[\]\.to$/,
  /\.(evidence|rawBalances|quoted)$/,
];

/** Each item as the table has it, with what is packed in it, and its kind in front of its paths. */
async function storedIn(table: StoreTable): Promise<readonly (readonly [string, unknown])[]> {
  const { Items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.tableName, ConsistentRead: true }),
  );
  return Items.map((item) => {
    const { pk: _, sk: __, ...plain } = unmarshall(item);
    return [String(plain.entity ?? plain.kind), unpacked(plain)] as const;
  });
}

/** One codec byte, then JSON compressed by Brotli; other bytes are seals and keys. */
function unpacked(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    try {
      return JSON.parse(brotliDecompressSync(value.subarray(1)).toString('utf8'));
    } catch {
      return null;
    }
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(unpacked);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unpacked(each)]));
}

/** The stream of snapshots, to those who keep the books. */
async function deliver(items: readonly Item[]) {
  await deployed().invoke('update-books', streamEvent(...items));
}

it('nothing that the functions store is a sentence but what people wrote and what others said', async () => {
  const proposed = await calls.putRule({ keep: '0.5', threshold: '1.5' });
  expect(proposed.status).toBe(202);
  await calls.decide('approve', String(proposed.body.id));
  expect((await calls.createAccount({ ...ACCOUNT, label: 'C\u043Eld storage' })).status).toBe(202);
  const books = async () => {
    const taken = await steps.snapshot();
    await deliver(taken.Records.map(({ dynamodb }) => dynamodb.NewImage));
    return taken;
  };
  await steps.sweep(await books());
  expect((await steps.trade()).status).toBe(201);
  deployed().sandbox.deposit({ currency: 'ETH', amount: '0.5' });
  await books();
  deployed().sandbox.queueFault({
    on: 'GET /v1/balances',
    fault: { kind: 'status', status: 403 },
    times: 2,
  });
  await deployed().invoke('take-snapshot', steps.tick());
  for (const body of NOT_UNDERSTOOD) {
    const fault = { kind: 'failure-200', body } as const;
    deployed().sandbox.queueFault({ on: 'GET /v1/balances', fault, times: 1 });
    await deployed().invoke('take-snapshot', steps.tick());
  }
  for (const what of ['crossed', 'zero', 'no-number'] as const) {
    const fault = { kind: 'bad-price-200', what } as const;
    deployed().sandbox.queueFault({ on: 'GET /v1/prices', fault, times: 1 });
    await books();
  }
  deployed().sandbox.queueFault({
    on: 'GET /v1/prices',
    fault: { kind: 'status', status: 403 },
    times: 2,
  });
  await books();
  await deployed().invoke('publish-events', await ledgerRecords(deployed().ledgerTable));

  const { ledgerTable, snapshotsTable, seriesTable, eventsTable } = deployed();
  const stored = (
    await Promise.all([ledgerTable, snapshotsTable, seriesTable, eventsTable].map(storedIn))
  ).flat();
  const kinds = new Set(stored.map(([kind]) => kind));
  for (const kind of KINDS) expect([...kinds], kind).toContain(kind);
  const all = JSON.stringify(stored);
  for (const code of FAULTS) expect(all).toContain(`"code":"${code}"`);
  const found = stored.flatMap(([kind, item]) => [...sentencesIn(item, kind)]);
  const own = found.filter(([path]) => !WRITTEN_BY_OTHERS.some((each) => each.test(path)));
  expect(own).toEqual([]);
});

/** Answers with balances that are none. */
const NOT_UNDERSTOOD = [
  { data: { BTC: { total: 1.5 }, ETH: null } },
  { balances: { BTC: '1' }, data: [{ of: ['no use'] }] },
  [{ total: '1', rows: {} }],
  'closed',
];

/** What was wrong with the answers of the service. */
const FAULTS = ['no-balances', 'crossed', 'not-positive', 'no-decimal'];

/** Each is met: of a kind that nothing wrote, nothing was read. */
const KINDS = [
  ...['audit-entry', 'break', 'change', 'claim', 'decision-run', 'event-batch', 'flow'],
  ...['instruction', 'lane', 'rule', 'snapshot'],
];

const ACCOUNT = {
  id: '11111111-2222-4333-8444-555555555555',
  network: 'ethereum',
  currency: 'ETH',
  details: { address: '0xabc' },
  status: 'active',
} as const;
