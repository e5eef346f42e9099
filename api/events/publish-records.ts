import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { ledgerMoveOf } from '../../adapters/store/ledger-moves.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import type { connectPublisher } from './connect-publisher.ts';
import type { EventToPublish } from './publisher.ts';

type Image = Record<string, AttributeValue>;

interface StreamedEvent extends EventToPublish {
  readonly sequenceNumber: string;
}

/**
 * Publishes the events of the writes in records of a stream, and returns the numbers of those that are to be delivered again: the feed or the
 * bus did not take their events. Records that cannot become events are left out, loudly, since trying again would change
 * nothing and delay the rest.
 */
export function createRecordPublisher({ eventOf, publish }: ReturnType<typeof connectPublisher>) {
  const streamedEventOf = (record: DynamoDBRecord): StreamedEvent | null => {
    const { dynamodb } = record;
    const sequenceNumber = dynamodb?.SequenceNumber ?? '';
    const recordedAt = instantOf((dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000);
    try {
      // The event's attribute values have the SDK's shape; binary ones are base64, which is read as well.
      const newImage = dynamodb?.NewImage as Image | undefined;
      if (newImage === undefined) return null;
      const oldImage = (dynamodb?.OldImage as Image | undefined) ?? null;
      const move = ledgerMoveOf(oldImage, newImage, recordedAt);
      const event = move === null ? null : eventOf(move);
      return event === null ? null : { sequenceNumber, event, recordedAt };
    } catch (error) {
      logger.error('a change cannot be told and is left out', {
        sequenceNumber,
        keys: dynamodb?.Keys,
        error: error as Error,
      });
      return null;
    }
  };

  return async (records: readonly DynamoDBRecord[]): Promise<readonly string[]> => {
    const events = records.flatMap((record) => streamedEventOf(record) ?? []);
    const { failed } = await publish(events);
    if (failed.size === 0) return [];
    const codes = [...new Set(failed.values())];
    const failures = events.filter((_, index) => failed.has(index));
    logger.error('events were not taken and will be put again', {
      codes,
      events: failures.map(({ event }) => event.id),
    });
    return failures.map(({ sequenceNumber }) => sequenceNumber);
  };
}
