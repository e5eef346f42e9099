import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { fromItem } from '../../adapters/store/item.ts';
import { SNAPSHOT_TAKEN } from '../../adapters/store/snapshot-item.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { logger } from '../observability/middleware.ts';

/** The snapshot in a record of the Snapshots stream, validated like any other item. */
export function snapshotOf(record: DynamoDBRecord): SnapshotTaken {
  const image = record.dynamodb?.NewImage;
  if (image === undefined) throw new Error('a record of the snapshots stream carries no image');
  // The event's attribute values have the SDK's shape; binary ones are base64, which is read as well.
  return fromItem(SNAPSHOT_TAKEN, image as Record<string, AttributeValue>);
}

/** The same; null, and said, if its image is in a form that this version does not read: it is handed back alone. */
export function readableSnapshotOf(record: DynamoDBRecord): SnapshotTaken | null {
  try {
    return snapshotOf(record);
  } catch (error) {
    if (!(error instanceof UnreadableItemError)) throw error;
    logger.error('the image of a snapshot cannot be read; it comes again', error);
    return null;
  }
}
