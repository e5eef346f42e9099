import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { MemoryStore, type StorePorts } from '../../adapters/memory/memory-store.ts';
import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { createFlows } from '../../adapters/store/flows.ts';
import { createForecasts } from '../../adapters/store/forecasts.ts';
import { whatWaits } from '../../adapters/store/front-page.ts';
import { createHistory } from '../../adapters/store/history.ts';
import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem, type Item, itemOf } from '../../adapters/store/item.ts';
import { LANE } from '../../adapters/store/lane-item.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createFailingRules, createLowBalances } from '../../adapters/store/noted-states.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { createReminders } from '../../adapters/store/reminders.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { createSpanStore } from '../../adapters/store/spans.ts';
import { createStatements } from '../../adapters/store/statements.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { tableIdentity } from '../../adapters/store/table-identity.ts';
import { streamOf } from '../../local/engine/tables.ts';
import { StreamReader } from '../../local/streams/stream-reader.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { newLane, unreadableLane } from '../../treasury/instructions/lane.ts';
import { engineForTests } from '../integration/store/engine-for-tests.ts';
import { putItem } from '../integration/store/items.ts';

/** Parts of runs that a fold of these stores takes: few, so that a test reads past them. */
export const MAX_RUNS_OF_FOLD = 3;

/** Months after which snapshots of these stores expire. */
const RETENTION_MONTHS = 6;

/** A new state of an instruction, and the one that it took the place of; null if there was none. */
export interface Told {
  readonly before: Instruction | null;
  readonly after: Instruction;
}

export interface OpenedStore extends StorePorts {
  /** What the stream of the ledger has told so far of the instructions of a tenant, in its order. */
  readonly told: () => Promise<readonly Told[]>;
  /** Puts a lane there that is not in a form that this version reads. */
  readonly putUnreadableLane: (currency: string) => Promise<void>;
}

/** The tenant whose stream is read. */
export const TENANT = 'main';

/** One kind of store, opened empty for each test. */
export interface StoreKind {
  readonly name: string;
  readonly open: () => Promise<OpenedStore>;
}

/** Every store that keeps the contract; asked for once in a file, outside of its tests. Another database joins here. */
export function storeKinds(): readonly [memory: StoreKind, ...others: StoreKind[]] {
  const engine = engineForTests();
  let opened = 0;
  const memory = {
    name: 'in memory',
    open: async () => {
      const settings = { expires: true, maxRunsOfFold: MAX_RUNS_OF_FOLD };
      const store = new MemoryStore(`table-${opened++}`, settings);
      const told: Told[] = [];
      store.ledgerOf(TENANT).observe(({ changes, before }) => {
        for (const [index, change] of changes.entries()) {
          if (!('instruction' in change)) continue;
          told.push({ before: before[index] as Instruction | null, after: change.instruction });
        }
      });
      const putUnreadableLane = async (currency: string) => {
        const lane = unreadableLane(TENANT, currency);
        await store.ports.ledger.commit(TENANT, [{ kind: 'create-lane', lane }]);
      };
      return { ...store.ports, told: async () => told, putUnreadableLane };
    },
  };
  const dynamo = {
    name: 'on DynamoDB',
    open: async () => {
      const { table } = engine();
      const [ledger, snapshots, series, feed] = await Promise.all([
        table(),
        table(),
        table(),
        table(),
      ]);
      return {
        ledger: createLedger(ledger, { table: snapshots, retention: RETENTION_MONTHS }),
        policyLedger: createPolicyChanges(ledger),
        flows: createFlows(ledger),
        waiting: whatWaits(ledger),
        snapshots: createSnapshots(snapshots, RETENTION_MONTHS),
        readings: createReadings(snapshots),
        history: createHistory({ ledger, snapshots }),
        spans: createSpanStore({ ledger, snapshots }, MAX_RUNS_OF_FOLD),
        series: createSeries(series),
        feed: createEventFeed(feed),
        forecasts: createForecasts(ledger),
        statements: createStatements(ledger),
        notes: {
          lowStates: createLowBalances(ledger),
          failingStates: createFailingRules(ledger),
          reminders: createReminders(ledger).reminders,
        },
        told: () => toldBy(ledger),
        putUnreadableLane: async (currency: string) => {
          const lane = itemOf(LANE, TENANT, newLane(TENANT, currency, await tableIdentity(ledger)));
          await putItem(ledger, { ...lane, booking: { S: 'of another form' } });
        },
      };
    },
  };
  return [memory, dynamo];
}

/** Read as Lambda reads it. */
async function toldBy({ client, tableName }: StoreTable): Promise<readonly Told[]> {
  const { endpoint, region, credentials } = client.config;
  const streams = new DynamoDBStreamsClient({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    credentials,
  });
  try {
    const reader = new StreamReader(streams, await streamOf(client, tableName), null);
    const read = await reader.read();
    const images = read?.records.map(({ dynamodb }) => dynamodb) ?? [];
    return images.flatMap((each) => {
      if (each?.NewImage?.entity?.S !== INSTRUCTION.entity) return [];
      const before = each.OldImage === undefined ? null : instructionIn(each.OldImage);
      return [{ before, after: instructionIn(each.NewImage) }];
    });
  } finally {
    streams.destroy();
  }
}

function instructionIn(image: Item): Instruction {
  return fromItem(INSTRUCTION, image);
}
