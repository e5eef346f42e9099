import * as z from 'zod';
import { compilePattern } from '../streams/filter-pattern.ts';
import { refused } from './assembly-error.ts';
import { streamArn } from './local-names.ts';
import { found, ignored, type LocatedResources } from './located-resources.ts';
import type { FunctionModel, ScheduleModel, StreamDeliveryModel, TableModel } from './model.ts';
import { functionNamed } from './read-functions.ts';

/** Lambda's own defaults for streams. */
const DEFAULT_BATCH_SIZE = 100;
const FOR_EVER = -1;

const mappingProperties = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.int().min(1).default(DEFAULT_BATCH_SIZE),
  BisectBatchOnFunctionError: z.boolean().default(false),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string() }).optional() })
    .optional(),
  Enabled: z.literal(true, 'only enabled deliveries are served locally').optional(),
  FilterCriteria: z
    .strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })).default([]) })
    .optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  MaximumRecordAgeInSeconds: z.number().default(FOR_EVER),
  MaximumRetryAttempts: z.number().default(FOR_EVER),
  // Both begin with the table here: it is made by this machine before anything is in it.
  StartingPosition: z.enum(['LATEST', 'TRIM_HORIZON']),
  KmsKeyArn: ignored,
  MetricsConfig: ignored,
  Tags: ignored,
});

const scheduleProperties = z.strictObject({
  Name: z.string().optional(),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  FlexibleTimeWindow: z.object({
    Mode: z.literal('OFF', 'flexible windows are not served locally'),
  }),
  Target: z.strictObject({
    Arn: z.string(),
    Input: z.string().default('{}'),
    // Handing a tick over cannot fail here; what the function makes of it is its own configuration.
    DeadLetterConfig: ignored,
    RetryPolicy: ignored,
    RoleArn: ignored,
  }),
  Description: ignored,
  GroupName: ignored,
  KmsKeyArn: ignored,
});

export function readDeliveries(
  resources: LocatedResources,
  functions: readonly FunctionModel[],
  tables: readonly TableModel[],
): readonly StreamDeliveryModel[] {
  return resources.ofType('AWS::Lambda::EventSourceMapping', mappingProperties).map((located) => {
    const { properties } = located;
    const source = properties.EventSourceArn;
    const table = tables.find(({ name }) => streamArn(name) === source);
    if (table === undefined) {
      throw refused(located, `events of ${source} are not served locally, only table streams`);
    }
    if (table.streamViewType === null) throw refused(located, `${table.name} has no stream`);
    const target = functionNamed(functions, properties.FunctionName);
    const age = properties.MaximumRecordAgeInSeconds;
    return {
      id: `${located.stack}-${located.logicalId}`,
      functionName: found(target, located, properties.FunctionName).name,
      tableName: table.name,
      batchSize: properties.BatchSize,
      patterns: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) =>
        compilePattern(Pattern),
      ),
      maximumRetryAttempts: properties.MaximumRetryAttempts,
      maximumRecordAgeMs: age === FOR_EVER ? null : age * 1_000,
      bisectOnError: properties.BisectBatchOnFunctionError,
      reportsItemFailures: properties.FunctionResponseTypes.length > 0,
      onFailure: properties.DestinationConfig?.OnFailure?.Destination ?? null,
    };
  });
}

export function readSchedules(
  resources: LocatedResources,
  functions: readonly FunctionModel[],
): readonly ScheduleModel[] {
  return resources
    .ofType('AWS::Scheduler::Schedule', scheduleProperties)
    .filter(({ properties }) => properties.State === 'ENABLED')
    .map((located) => {
      const { name, properties } = located;
      const target = functionNamed(functions, properties.Target.Arn);
      return {
        name,
        functionName: found(target, located, properties.Target.Arn).name,
        expression: properties.ScheduleExpression,
        timeZone: properties.ScheduleExpressionTimezone,
        input: properties.Target.Input,
      };
    });
}
