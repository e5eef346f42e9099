import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { createEventBus } from '../../adapters/events/event-bus.ts';
import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { ledgerMoveOf } from '../../adapters/store/ledger-moves.ts';
import { checkedEvent, EVENT_SOURCE } from '../../api/events/events.ts';
import { createPublisher, type EventToPublish } from '../../api/events/publisher.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { effects } from '../../runtime/effects.ts';
import {
  publishEventsEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger, metrics, observed } from '../../runtime/observability/middleware.ts';
import { eventOf } from '../../treasury/events/event-of.ts';
import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';

/** Milliseconds for a connection to EventBridge, and for its answer: a batch is five calls at most, and
 * all of them with their repetitions fit into the function's time. */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** Attempts of one call, the first included. What is put twice has the same id. */
const MAX_ATTEMPTS = 2;

type Image = Record<string, AttributeValue>;

interface PublishableEvent extends EventToPublish {
  readonly sequenceNumber: string;
}

const environment = readEnvironment(publishEventsEnvironment);
const bus = createEventBus({
  client: new EventBridgeClient({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }),
  busName: environment.EVENT_BUS,
  source: EVENT_SOURCE,
});
const feed = createEventFeed({ client: dynamo(), tableName: environment.EVENTS_TABLE });
const publish = createPublisher({ bus, feed, now: effects.now });

/**
 * Ledger stream: keeps every change of state in the tenant's feed and publishes it on the event bus. Events that either
 * does not take are delivered again, from the first such record on; records that cannot become events are left out,
 * loudly, since trying again would change nothing and delay the rest.
 */
export const handler = observed(
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const events = Records.flatMap((record) => publishableOf(record) ?? []);
    const { taken, failed } = await publish(events);
    metrics.addMetric('EventsPublished', MetricUnit.Count, taken);
    if (failed.size === 0) return { batchItemFailures: [] };
    const codes = [...new Set(failed.values())];
    const failures = events.filter((_, index) => failed.has(index));
    logger.error('events were not taken and will be put again', {
      codes,
      events: failures.map(({ event }) => event.id),
    });
    return {
      batchItemFailures: failures.map(({ sequenceNumber }) => ({ itemIdentifier: sequenceNumber })),
    };
  },
);

function publishableOf(record: DynamoDBRecord): PublishableEvent | null {
  const { dynamodb } = record;
  const sequenceNumber = dynamodb?.SequenceNumber ?? '';
  try {
    const recordedAt = instantOf((dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000);
    const event = eventIn(dynamodb, recordedAt);
    return event === null ? null : { sequenceNumber, event, recordedAt };
  } catch (error) {
    metrics.addMetric('EventsNotPublished', MetricUnit.Count, 1);
    logger.error('a change cannot be told and is left out', {
      sequenceNumber,
      keys: dynamodb?.Keys,
      error: error as Error,
    });
    return null;
  }
}

function eventIn(change: DynamoDBRecord['dynamodb'], recordedAt: Instant): TreasuryEvent | null {
  // The event's attribute values have the SDK's shape; binary ones, which differ, are not used.
  const newImage = change?.NewImage as Image | undefined;
  if (newImage === undefined) return null;
  const oldImage = (change?.OldImage as Image | undefined) ?? null;
  const move = ledgerMoveOf(oldImage, newImage, recordedAt);
  const event = move === null ? null : eventOf(`urn:sluice:${environment.STAGE}`, move);
  if (event === null) return null;
  bus.checkSize(event);
  return checkedEvent(event);
}
