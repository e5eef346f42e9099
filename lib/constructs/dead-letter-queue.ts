import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { DEAD_LETTER_RETENTION, QUEUE_KEY_REUSE } from '../limits.ts';
import { accepted } from './accepted-finding.ts';
import { allow, allowKeyThrough } from './allow.ts';

/** The queue in which dead letters wait for a person. Any message in it is worth an alarm. */
export function deadLetterQueue(scope: Construct, id: string, key: IKey): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.KMS,
    encryptionMasterKey: key,
    dataKeyReuse: QUEUE_KEY_REUSE,
    enforceSSL: true,
    retentionPeriod: DEAD_LETTER_RETENTION,
  });
  accepted(queue, 'It is where others redrive to: a person takes from it, and no program does.', [
    'AwsSolutions-SQS3',
    'Serverless-SQSRedrivePolicy',
  ]);
  return queue;
}

/** Allows putting something into the queue, and the queue's key only for that. */
export function allowSend(queue: Queue, grantee: IGrantable): void {
  allow(grantee, ['sqs:SendMessage'], [queue.queueArn]);
  if (queue.encryptionMasterKey === undefined) return;
  const actions = ['kms:Decrypt', 'kms:GenerateDataKey'];
  allowKeyThrough('sqs', queue.encryptionMasterKey, grantee, actions);
}

/** Destination of a function's failed deliveries, both asynchronous ones and those of a stream. */
export interface FailureDestination {
  readonly bind: (scope: unknown, target: IFunction) => { readonly destination: string };
}

/** The queue as that destination; the function may send to it and nothing else. */
export function failuresTo(queue: Queue): FailureDestination {
  return {
    bind: (_scope, target) => {
      allowSend(queue, target);
      return { destination: queue.queueArn };
    },
  };
}
