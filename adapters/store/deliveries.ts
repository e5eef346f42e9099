import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';
import {
  type Delivery,
  type DeliveryState,
  deliverySchema,
} from '../../treasury/webhooks/delivery.ts';
import { type Endpoint, endpointSchema } from '../../treasury/webhooks/endpoint.ts';
import type { DeliveryStore } from '../../treasury/webhooks/ports.ts';
import { deliveryIdTime } from '../../treasury/webhooks/queue-event.ts';
import { following, putIf } from './conditional-put.ts';
import { type ItemKind, itemOf } from './item.ts';
import { BY_STATE_INDEX, DELIVERY_EXPIRY, deliveryKeys } from './keys.ts';
import { AFTER_ANY_ID, LAST_MOMENT, type Page, type PageRequest, readPage } from './pages.ts';
import { holding } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';
import { thingAt } from './table-items.ts';

/** Days for which a delivery is kept, from when it was queued: as long as its event can be read in the feed. */
const KEPT_DAYS = 30;
const DAY_SECONDS = 86_400;

const DELIVERY: ItemKind<Delivery> = {
  entity: 'delivery',
  schema: deliverySchema,
  key: (tenant, { webhookId, id }) => deliveryKeys.delivery(tenant, webhookId, id),
  indexes: (tenant, { webhookId, id, nextAttemptAt }) =>
    nextAttemptAt === null
      ? {}
      : {
          gsi1pk: deliveryKeys.due(tenant, webhookId),
          gsi1sk: `${nextAttemptAt}#${id}`,
        },
  pack: (delivery) => ({
    ...delivery,
    [DELIVERY_EXPIRY]: Math.ceil(epochMsOf(delivery.createdAt) / 1_000) + KEPT_DAYS * DAY_SECONDS,
  }),
  beside: [DELIVERY_EXPIRY],
};

const ENDPOINT: ItemKind<Endpoint> = {
  entity: 'endpoint',
  schema: endpointSchema,
  key: (tenant, { webhookId }) => deliveryKeys.endpoint(tenant, webhookId),
};

/** Deliveries on DynamoDB. Single items are read strongly consistent; what is due comes from an index. */
export function createDeliveries(table: StoreTable): DeliveryStore {
  return {
    add: (tenant, delivery) => putIf(table, itemOf(DELIVERY, tenant, delivery)),
    replace: (tenant, delivery) =>
      putIf(table, itemOf(DELIVERY, tenant, delivery), following(delivery.version)),
    read: (tenant, webhookId, id) =>
      thingAt(table, deliveryKeys.delivery(tenant, webhookId, id), DELIVERY),
    due: (tenant, webhookId, at, limit) => dueIds(table, { tenant, webhookId, at, limit }),
    pending: async (tenant, webhookId, limit) => {
      const ids = await dueIds(table, { tenant, webhookId, at: LAST_MOMENT, limit });
      return ids.length;
    },
    readEndpoint: (tenant, webhookId) =>
      thingAt(table, deliveryKeys.endpoint(tenant, webhookId), ENDPOINT),
    putEndpoint: (tenant, endpoint) =>
      putIf(table, itemOf(ENDPOINT, tenant, endpoint), following(endpoint.version)),
  };
}

interface DueQuestion {
  readonly tenant: string;
  readonly webhookId: string;
  readonly at: Instant;
  readonly limit: number;
}

async function dueIds(
  { client, tableName }: StoreTable,
  { tenant, webhookId, at, limit }: DueQuestion,
): Promise<readonly string[]> {
  const found: QueryCommandOutput = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: BY_STATE_INDEX,
      KeyConditionExpression: 'gsi1pk = :of AND gsi1sk <= :at',
      ExpressionAttributeValues: marshall({
        ':of': deliveryKeys.due(tenant, webhookId),
        ':at': `${at}${AFTER_ANY_ID}`,
      }),
      Limit: limit,
    }),
  );
  return (found.Items ?? []).flatMap(({ sk }) => sk?.S ?? []);
}

export interface DeliveryFilter {
  readonly state?: readonly DeliveryState[] | undefined;
  /** Part of an id, of the event's type, or of what a receiver answered. */
  readonly text?: string | undefined;
  /** Of the time of the event: the first included, the second not. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** A webhook's deliveries, by the time of their events, newest first. */
export async function listDeliveries(
  table: StoreTable,
  tenant: string,
  webhookId: string,
  { state, text, from, to }: DeliveryFilter,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const holds = holding(text, textsOf);
  const isFiltered = state !== undefined || holds !== undefined;
  const matches = (delivery: Delivery): boolean =>
    (state?.includes(delivery.state) ?? true) && (holds?.(delivery) ?? true);
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: deliveryKeys.partition(tenant, webhookId),
      kind: DELIVERY,
      // Ids begin with the time: a bound without anything behind it stands before all of that moment.
      between: {
        from: from === undefined ? FIRST_ID : deliveryIdTime(from),
        to: to === undefined ? LAST_ID : deliveryIdTime(to),
      },
      startKey: (sortKey) => (DELIVERY_ID.test(sortKey) ? {} : null),
      ...(isFiltered ? { matches } : {}),
    },
    page,
  );
}

function textsOf({ id, eventId, eventType, attempts }: Delivery): readonly string[] {
  return [id, eventId, eventType, ...attempts.map(({ body }) => body)];
}

/** The form of an id: the time of the event, and a digest of its id. */
const DELIVERY_ID = /^\d{8}T\d{9}Z-[0-9a-f]{20}$/;
const FIRST_ID = '0';
const LAST_ID = '9999~';
