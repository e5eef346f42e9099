import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { InstructionState } from '../../treasury/instructions/instruction.ts';
import type { Leaf } from '../../treasury/ledger/day-correction.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { CloseDayPorts, RecordedDay } from '../../treasury/tie-out/close-days.ts';
import { type ClosedDay, type DayItem, leafOf } from '../../treasury/tie-out/closed-day.ts';
import { addDays, type CalendarDate } from '../../treasury/time/calendar-date.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { putAudited } from './audited-put.ts';
import { createFlows } from './flows.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem, type Item, itemOf } from './item.ts';
import {
  BY_STATE_INDEX,
  BY_TIME_INDEX,
  ledgerKeys,
  SNAPSHOT_EXPIRY,
  snapshotKeys,
} from './keys.ts';
import { CLOSED_DAY, FLOW } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

export interface RecordedTables {
  readonly ledger: StoreTable;
  readonly snapshots: StoreTable;
}

/** Days that are closed, and what is on record of a day, on DynamoDB. */
export function createClosedDays({
  ledger,
  snapshots,
}: RecordedTables): Omit<CloseDayPorts, 'now' | 'ledger'> {
  return {
    readDay: (tenant, day) => recordedDay({ ledger, snapshots }, tenant, day),
    lastClosedDay: (tenant) => lastClosedDay(ledger, tenant),
    openSince: (tenant) => openSince(ledger, tenant),
    close: (day, entry) => close(ledger, day, entry),
  };
}

/** States in which an instruction may still change. */
const NOT_ENDED: ReadonlySet<string> = new Set<InstructionState>([
  ...(['proposed', 'awaiting-approval', 'approved', 'sending', 'unknown', 'anomaly'] as const),
]);

/** Everything on record of a day of UTC, item by item. */
export async function recordedDay(
  { ledger, snapshots }: RecordedTables,
  tenant: string,
  day: CalendarDate,
): Promise<RecordedDay> {
  const between = (table: StoreTable, pk: string) =>
    itemsOf(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: marshall({ ':pk': pk, ':from': day, ':to': addDays(day, 1) }),
      ConsistentRead: true,
    });
  const [readings, decisions, flows, requests] = await Promise.all([
    between(snapshots, snapshotKeys.partition(tenant)),
    between(snapshots, snapshotKeys.decisionRunPartition(tenant)),
    between(ledger, ledgerKeys.flowPartition(tenant)),
    itemsOf(ledger, {
      IndexName: BY_TIME_INDEX,
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :from AND :to',
      ExpressionAttributeValues: marshall({
        ...{ ':pk': ledgerKeys.instructionsByTime(tenant), ':from': day, ':to': addDays(day, 1) },
      }),
    }),
  ]);
  const isOpen = (item: Item) => NOT_ENDED.has(item.state?.S ?? '');
  return {
    items: {
      snapshots: readings.map(dayItem),
      decisions: decisions.map(dayItem),
      flows: flows.map(dayItem),
      instructions: requests.filter((item) => !isOpen(item)).map(dayItem),
    },
    open: requests.filter(isOpen).map((item) => item.id?.S ?? item.pk?.S ?? ''),
  };
}

/** An item as the table has it, but for when it expires: Sluice itself may put that off. */
function dayItem({ [SNAPSHOT_EXPIRY]: _, ...item }: Item): DayItem {
  const content: unknown = JSON.parse(
    JSON.stringify(item, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );
  return { place: `${item.pk?.S}/${item.sk?.S}`, content };
}

/** A flow as its day's root holds it. */
export function flowLeaf(tenant: string, flow: Flow): Leaf {
  return leafOf(dayItem(itemOf(FLOW, tenant, flow)));
}

async function lastClosedDay(table: StoreTable, tenant: string): Promise<CalendarDate | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.closedDayPartition(tenant) }),
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return Items[0]?.sk?.S ?? null;
}

async function openSince(table: StoreTable, tenant: string): Promise<Instant | null> {
  const oldest = async (state: 'sending' | 'unknown' | 'anomaly') => {
    const items = await itemsOf(table, {
      IndexName: BY_STATE_INDEX,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: marshall({ ':pk': ledgerKeys.instructionsByState(tenant, state) }),
    });
    return items.map((item) => fromItem(INSTRUCTION, item).createdAt);
  };
  const pending = await createFlows(table).readPendingClaims(tenant);
  const claims = (pending?.claims ?? []).map(({ claimedAt }) => claimedAt);
  const [sending, unknown, anomalies] = await Promise.all([
    oldest('sending'),
    oldest('unknown'),
    oldest('anomaly'),
  ]);
  return [...sending, ...unknown, ...anomalies, ...claims].sort()[0] ?? null;
}

const CLOSE_RESULTS = {
  put: 'closed',
  there: 'closed-before',
  contended: 'contended',
} as const satisfies Record<string, Awaited<ReturnType<CloseDayPorts['close']>>>;

async function close(
  table: StoreTable,
  day: ClosedDay,
  entry: Parameters<CloseDayPorts['close']>[1],
): ReturnType<CloseDayPorts['close']> {
  const item = itemOf(CLOSED_DAY, day.tenant, day);
  return CLOSE_RESULTS[await putAudited(table, day.tenant, item, entry)];
}
