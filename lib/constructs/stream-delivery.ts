import type { Duration } from 'aws-cdk-lib';
import {
  FilterCriteria,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { failuresTo } from './dead-letter-queue.ts';
import { type TreasuryTable, tagRestored } from './treasury-table.ts';

export interface StreamDeliveryProps {
  readonly table: TreasuryTable;
  /** Patterns of the records that are delivered, as Lambda's filters have them: one of them is enough. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  readonly batchSize: number;
  readonly retryAttempts: number;
  readonly maxRecordAge: Duration;
  /** The function returns the records that failed, so that only they are delivered again. */
  readonly answersFailures: boolean;
  readonly deadLetters: Queue;
  /**
   * `now`: the next snapshot and the watchdog decide about everything that happened while nothing was listening, on
   * current balances. `beginning`: of all that the stream still holds, nothing is left out.
   * @default now
   */
  readonly from?: 'now' | 'beginning';
}

/** Delivers a table's stream to a function. */
export function deliverStream(target: LambdaFunction, props: StreamDeliveryProps): void {
  const { table, filters, batchSize, retryAttempts, maxRecordAge, deadLetters, from } = props;
  table.allowStream(target);
  const mapping = target.addEventSourceMapping('stream', {
    eventSourceArn: table.streamArn,
    startingPosition:
      from === 'beginning' ? StartingPosition.TRIM_HORIZON : StartingPosition.LATEST,
    filters: filters.map((filter) => FilterCriteria.filter(filter)),
    batchSize,
    // Halving isolates the one record that fails; a batch of one has nothing to halve.
    bisectBatchOnError: batchSize > 1,
    retryAttempts,
    maxRecordAge,
    reportBatchItemFailures: props.answersFailures,
    onFailure: failuresTo(deadLetters),
  });
  tagRestored(mapping, table.restored);
}
