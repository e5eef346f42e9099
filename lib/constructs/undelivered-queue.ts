import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
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

/** Destination of a function's failed deliveries, both asynchronous ones and those of a stream. */
export interface FailureDestination {
  readonly bind: (scope: unknown, target: IFunction) => { readonly destination: string };
}

/** The queue as that destination; the function may send to it and nothing else. */
export function failuresTo(queue: Queue): FailureDestination {
  return {
    bind: (_scope, target) => {
      target.addToRolePolicy(
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
      );
      return { destination: queue.queueArn };
    },
  };
}
