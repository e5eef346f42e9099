import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { connectPublisher } from '../../api/events/connect-publisher.ts';
import { createRecordPublisher } from '../../api/events/publish-records.ts';
import { handedBack } from '../../runtime/delivery/handed-back.ts';
import {
  publishEventsEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { observed } from '../../runtime/observability/middleware.ts';

const publishRecords = createRecordPublisher(
  connectPublisher(readEnvironment(publishEventsEnvironment)),
);

/** Ledger stream: keeps every change of state in the tenant's feed and publishes it on the event bus. */
export const handler = observed(
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
    handedBack(await publishRecords(Records)),
);
