import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL_REGION } from '../assembly/local-names.ts';

/** A record as a function receives it, before JSON. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  readonly createdAtMs: number;
  /** The record of Lambda's event: filters see it, and functions get it. */
  readonly event: object;
}

/** Turns records of the streams API into records that Lambda delivers. */
export function streamRecord(record: _Record, streamArn: string): StreamRecord {
  const { dynamodb = {}, ...rest } = record;
  const createdAtMs = dynamodb.ApproximateCreationDateTime?.getTime() ?? 0;
  const event = {
    ...rest,
    awsRegion: LOCAL_REGION,
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: createdAtMs / 1_000,
    },
  };
  return {
    sequenceNumber: dynamodb.SequenceNumber ?? '',
    createdAtMs,
    event: JSON.parse(JSON.stringify(event, binaryAsText)),
  };
}

/** Binary attributes travel as base64. */
function binaryAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
