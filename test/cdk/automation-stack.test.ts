import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesised } from './synthesised.ts';

const { automation } = synthesised();

function reference(pattern: string) {
  return { Ref: Match.stringLikeRegexp(pattern) };
}

function queue(pattern: string) {
  return { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp(pattern), 'Arn'] } };
}

function streamOf(table: string) {
  return {
    'Fn::GetStackOutput': Match.objectLike({
      OutputName: Match.stringLikeRegexp(`${table}.*StreamArn`),
    }),
  };
}

describe('the snapshots stream', () => {
  it('hands new snapshots that were taken to run-sweeps, failed ones again, the rest to a person', () => {
    automation.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: reference('^runsweeps'),
      EventSourceArn: streamOf('SnapshotsTable'),
      FilterCriteria: {
        Filters: [
          {
            Pattern: Match.serializedJson({
              eventName: ['INSERT'],
              dynamodb: { NewImage: { kind: { S: ['taken'] } } },
            }),
          },
        ],
      },
      BatchSize: 10,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 3600,
      StartingPosition: 'LATEST',
      DestinationConfig: { OnFailure: queue('^undeliveredsnapshots') },
    });
  });
});

describe('the ledger stream', () => {
  it.each([
    ['withdrawal', '^sendwithdrawal', '^undeliveredwithdrawals'],
    ['trade', '^sendtrade', '^undeliveredtrades'],
  ])(
    'hands each approved %s to its sender one by one, never again',
    (kind, sender, undelivered) => {
      automation.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
        FunctionName: reference(sender),
        EventSourceArn: streamOf('LedgerTable'),
        FilterCriteria: {
          Filters: [
            {
              Pattern: Match.serializedJson({
                dynamodb: {
                  NewImage: {
                    entity: { S: ['instruction'] },
                    kind: { S: [kind] },
                    state: { S: ['approved'] },
                  },
                },
              }),
            },
          ],
        },
        BatchSize: 1,
        FunctionResponseTypes: Match.absent(),
        MaximumRetryAttempts: 0,
        MaximumRecordAgeInSeconds: 60,
        StartingPosition: 'LATEST',
        DestinationConfig: { OnFailure: queue(undelivered) },
      });
    },
  );
});

describe('asynchronous invocations', () => {
  it.each([
    ['^sendwithdrawal', '^undeliveredwithdrawals'],
    ['^sendtrade', '^undeliveredtrades'],
  ])('of %s are never retried, soon too old, and kept for a person', (sender, undelivered) => {
    automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: reference(sender),
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: queue(undelivered) },
    });
  });

  it('of a snapshot are retried within the minute of their tick', () => {
    automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: reference('^takesnapshot'),
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: queue('^failedsnapshots') },
    });
  });

  it('of the watchdog are not retried: the next tick is', () => {
    automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: reference('^watchdog'),
      MaximumRetryAttempts: 0,
    });
  });
});

describe('the schedules', () => {
  it('tell snapshot and watchdog the moment they were meant for, at the same minutes of every hour', () => {
    const schedules = Object.values(automation.findResources('AWS::Scheduler::Schedule'));
    expect(schedules).toHaveLength(2);
    for (const { Properties } of schedules) {
      expect(Properties).toMatchObject({
        ScheduleExpression: 'cron(0/5 * * * ? *)',
        ScheduleExpressionTimezone: 'Etc/UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
        State: 'ENABLED',
      });
      expect(JSON.parse(Properties.Target.Input)).toEqual({
        scheduledFor: '<aws.scheduler.scheduled-time>',
        client: 'main',
      });
      expect(Properties.Target.RetryPolicy.MaximumEventAgeInSeconds).toBe(60);
      expect(Properties.Target.DeadLetterConfig).toBeDefined();
    }
  });
});

describe('what was not delivered', () => {
  it('waits for a person for two weeks, encrypted and over TLS only', () => {
    const queues = automation.findResources('AWS::SQS::Queue');
    expect(Object.keys(queues)).toHaveLength(5);
    automation.allResourcesProperties('AWS::SQS::Queue', {
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
      SqsManagedSseEnabled: true,
    });
    automation.resourceCountIs('AWS::SQS::QueuePolicy', 5);
  });
});
