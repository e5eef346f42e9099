import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { createHistory } from '../adapters/store/history.ts';
import { snapshotItem } from '../adapters/store/snapshots.ts';
import type { StoreTable } from '../adapters/store/store-table.ts';
import { backtest, type Continued } from '../treasury/preview/backtest.ts';
import { DECISIONS_PER_STRETCH } from '../treasury/preview/backtest-limits.ts';
import type { History } from '../treasury/preview/history.ts';
import type { SnapshotTaken } from '../treasury/snapshots/snapshot.ts';
import { type Instant, instantOf, plusSeconds } from '../treasury/time/instant.ts';
import { valueBalances } from '../treasury/valuation/value.ts';
import { DRAFT, IN_FORCE, POLICY } from './backtest-rules.ts';
import { startMeteredEngine } from './engine/metered-engine.ts';
import { sayRunning } from './report/running.ts';

/*
 * A backtest of one currency over a year of 5-minute snapshots, as a ratio to merely reading and parsing
 * the same snapshots from the same engine in the same run: a ratio says the same on every machine.
 *
 *   npm run bench:backtest               the year
 *   npm run bench:backtest -- 10000      fewer snapshots
 */

const A_YEAR = 105_120;
const EVERY_SECONDS = 300;
const FROM = '2025-01-01T00:00:00.000Z';
const TENANT = 'main';
/** Items of one write, and writes at once: as many as DynamoDB takes, and as the engine likes. */
const BATCH = 25;
const AT_ONCE = 8;
/** As the backtest reads them: with one rule before and one after. */
const READ_AT_ONCE = DECISIONS_PER_STRETCH / 2;

const snapshots = Number(process.argv[2] ?? A_YEAR);
const engine = await startMeteredEngine();
try {
  await measure(engine.endpoint);
} finally {
  await engine.stop();
}

async function measure(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  const tables = {
    snapshots: await createTable(client, 'snapshots'),
    ledger: await createTable(client, 'ledger'),
  };
  sayRunning('writing snapshots');
  const seeded = await timed(() => seed(tables.snapshots));
  const history = createHistory(tables);
  // Once unmeasured: what is compared runs warm.
  await readAll(history);
  sayRunning('reading them, then replaying each draft');
  const read = await timed(() => readAll(history));
  print([
    ['', 'seconds', 'processor', 'ratio', 'calls', 'swept'],
    ['written', seconds(seeded.ms), seconds(seeded.processorMs), '', '', ''],
    ['read and parsed', seconds(read.ms), seconds(read.processorMs), '1.00', '', ''],
    ...(await rowsOf(history, read.ms)),
  ]);
}

async function rowsOf(history: History, readMs: number): Promise<readonly string[][]> {
  const rows: string[][] = [];
  for (const [name, draft] of Object.entries(DRAFT)) {
    const { ms, processorMs, value } = await timed(() => walkAll(history, draft));
    const ratio = (ms / readMs).toFixed(2);
    rows.push([
      `backtest, ${name}`,
      seconds(ms),
      seconds(processorMs),
      ratio,
      String(value.calls),
      String(value.swept),
    ]);
  }
  return rows;
}

async function walkAll(history: History, rule: (typeof DRAFT)[keyof typeof DRAFT]) {
  const ports = {
    now: () => instantOf(Date.now()),
    ledger: { readPolicy: async () => POLICY, readLanes: async () => [] },
    pastValues: async () => null,
    history,
  };
  let continued: Continued | undefined;
  for (let calls = 1; ; calls++) {
    const result = await backtest(ports, {
      tenant: TENANT,
      draft: { rules: [rule], scope: 'replacing' },
      from: FROM,
      to: tickOf(snapshots),
      assumeApproved: true,
      addBackSweeps: true,
      ...(continued === undefined ? {} : { continued }),
    });
    if (result.result !== 'replayed') throw new Error(`not replayed: ${result.result}`);
    continued = result.continued;
    if (continued !== undefined) continue;
    if (result.report.readings !== snapshots) throw new Error('not all of them were replayed');
    return { calls, swept: result.report.draft.sweeps.count };
  }
}

async function readAll(history: History): Promise<void> {
  const to = tickOf(snapshots);
  let found = 0;
  let after = instantOf(Date.parse(FROM) - 1);
  while (after < to) {
    const range = { after, to };
    const page = await history.readings(TENANT, range, [IN_FORCE.currency], READ_AT_ONCE);
    found += page.readings.length;
    after = page.until;
  }
  if (found !== snapshots) throw new Error(`${found} of ${snapshots} were read`);
}

async function seed(table: StoreTable): Promise<void> {
  for (let first = 0; first < snapshots; first += BATCH * AT_ONCE) {
    const batches = Array.from({ length: AT_ONCE }, (_, index) => first + index * BATCH);
    await Promise.all(batches.map((start) => writeBatch(table, start)));
  }
}

async function writeBatch({ client, tableName }: StoreTable, start: number): Promise<void> {
  const requests: WriteRequest[] = [];
  for (let index = start; index < Math.min(start + BATCH, snapshots); index++) {
    const Item = snapshotItem(snapshotOf(tickOf(index), index), 'for-ever');
    requests.push({ PutRequest: { Item } });
  }
  if (requests.length === 0) return;
  await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
}

/** A balance that grows by some 29 BTC a day; four currencies beside it. */
function snapshotOf(scheduledFor: Instant, index: number): SnapshotTaken {
  const balances = {
    BTC: { total: `${Math.floor(index / 10)}.${index % 97}1` },
    ETH: { total: '41.7', available: '41.7' },
    USDC: { total: '250000', available: '250000' },
    EUR: { total: '120000', available: '120000' },
    USD: { total: '80000', available: '80000' },
  };
  const prices = {
    'BTC/USD': { bid: '64983.75', ask: '65016.25' },
    'ETH/USD': { bid: '3199.04', ask: '3200.96' },
    'EUR/USD': { bid: '1.08491', ask: '1.08509' },
  };
  return {
    kind: 'taken',
    tenant: TENANT,
    scheduledFor,
    takenAt: plusSeconds(scheduledFor, 1),
    balances,
    prices,
    valuation: valueBalances(balances, prices, 'USD'),
    rawBalances: JSON.stringify(balances),
    rawBalancesDigest: '0'.repeat(64),
  };
}

function tickOf(index: number): Instant {
  return plusSeconds(FROM, index * EVERY_SECONDS);
}

async function createTable(client: DynamoDBClient, tableName: string): Promise<StoreTable> {
  const attributes = ['pk', 'sk', 'gsi2pk', 'gsi2sk'];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-time',
          KeySchema: keys('gsi2pk', 'gsi2sk'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  return { client, tableName };
}

function keys(pk: string, sk: string) {
  return [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
}

interface Timed<T> {
  readonly ms: number;
  /** Of this process; the engine works in one of its own. */
  readonly processorMs: number;
  readonly value: T;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, processorMs: (user + system) / 1_000, value };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}

function print(rows: readonly (readonly string[])[]): void {
  process.stdout.write(`${snapshots} snapshots of 5 currencies, one of them looked at\n`);
  for (const [name = '', ...cells] of rows) {
    process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}\n`);
  }
}
