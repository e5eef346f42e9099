import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { UNDELIVERED_RETENTION } from '../limits.ts';

/** Where what could not be delivered waits for a person. Anything in it is worth an alarm. */
export function undeliveredQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: UNDELIVERED_RETENTION,
  });
}
