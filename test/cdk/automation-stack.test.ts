import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { EVENT_WRITES } from '../../api/events/event-writes.ts';
import { synthesised } from './synthesised.ts';

const { automation, data } = synthesised();

function reference(pattern: string) {
  return { Ref: Match.stringLikeRegexp(pattern) };
}

/** Sends have a queue of their own; all others share that of the data stack. */
const UNSENT = { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('^unsent'), 'Arn'] } };
const DEAD_LETTERS = {
  Destination: {
    'Fn::GetStackOutput': Match.objectLike({
      OutputName: Match.stringLikeRegexp('deadletters.*Arn'),
    }),
  },
};

function streamOf(table: string) {
  return {
    'Fn::GetStackOutput': Match.objectLike({
      OutputName: Match.stringLikeRegexp(`${table}.*StreamArn`),
    }),
  };
}

describe('the snapshots stream', () => {
  const inserted = (...kinds: readonly string[]) => ({
    eventName: ['INSERT'],
    dynamodb: { NewImage: { kind: { S: kinds } } },
  });
  const tokens = { dynamodb: { NewImage: { entity: { S: ['token-use'] } } } };

  it.each([
    ['run-sweeps', '^runsweeps', [inserted('taken')], 5, 3600],
    // Which also tells of misses, and of another token.
    ['update-books', '^updatebooks', [inserted('taken', 'missed'), tokens], 20, 86_400],
  ])(
    'hands new snapshots to %s, failed ones again, the rest to a person',
    (_, name, patterns, retries, age) => {
      automation.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
        FunctionName: reference(name),
        EventSourceArn: streamOf('SnapshotsTable'),
        FilterCriteria: {
          Filters: patterns.map((pattern) => ({ Pattern: Match.serializedJson(pattern) })),
        },
        BatchSize: 10,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: retries,
        MaximumRecordAgeInSeconds: age,
        StartingPosition: 'LATEST',
        DestinationConfig: { OnFailure: DEAD_LETTERS },
      });
    },
  );
});

describe('the ledger stream', () => {
  it('has two readers, as many as DynamoDB serves without falling behind', () => {
    const mappings = Object.values(automation.findResources('AWS::Lambda::EventSourceMapping'));
    const sources = mappings.map(({ Properties }) => JSON.stringify(Properties.EventSourceArn));
    expect(sources.filter((source) => source.includes('LedgerTable'))).toHaveLength(2);
  });

  it('hands each approved withdrawal to its sender one by one, never again', () => {
    automation.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: reference('^sendwithdrawal'),
      EventSourceArn: streamOf('LedgerTable'),
      FilterCriteria: {
        Filters: [
          {
            Pattern: Match.serializedJson({
              dynamodb: {
                NewImage: {
                  entity: { S: ['instruction'] },
                  kind: { S: ['withdrawal'] },
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
      DestinationConfig: { OnFailure: UNSENT },
    });
  });

  it('hands whatever is told to publish-events, from the beginning, again until it is four hours old', () => {
    automation.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: reference('^publishevents'),
      EventSourceArn: streamOf('LedgerTable'),
      FilterCriteria: {
        Filters: EVENT_WRITES.map((dynamodb) => ({
          Pattern: Match.serializedJson({ dynamodb }),
        })),
      },
      BatchSize: 50,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10_000,
      MaximumRecordAgeInSeconds: 4 * 60 * 60,
      StartingPosition: 'TRIM_HORIZON',
      DestinationConfig: { OnFailure: DEAD_LETTERS },
    });
  });
});

describe('the event bus', () => {
  it('hands approved trades to send-trade, never again, and keeps what was not handed over', () => {
    automation.resourceCountIs('AWS::Events::Rule', 1);
    automation.hasResourceProperties('AWS::Events::Rule', {
      EventBusName: {
        'Fn::GetStackOutput': Match.objectLike({ OutputName: Match.stringLikeRegexp('EventsBus') }),
      },
      EventPattern: { source: ['sluice'], 'detail-type': ['com.sluice.trade.approved'] },
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^sendtrade'), 'Arn'] },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
          DeadLetterConfig: {
            Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^unsent'), 'Arn'] },
          },
          InputPath: Match.absent(),
        },
      ],
    });
  });

  it('may invoke send-trade by that rule only', () => {
    automation.hasResourceProperties('AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [Match.stringLikeRegexp('^sendtrade'), 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^approvedtrades'), 'Arn'] },
    });
    automation.resourceCountIs('AWS::Lambda::Permission', 1);
  });
});

describe('asynchronous invocations', () => {
  it.each(['^sendwithdrawal', '^sendtrade'])(
    'of %s are never retried, soon too old, and kept for a person, apart from all others',
    (sender) => {
      automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: reference(sender),
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
        DestinationConfig: { OnFailure: UNSENT },
      });
    },
  );

  it('of a snapshot are retried within the minute of their tick', () => {
    automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: reference('^takesnapshot'),
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: DEAD_LETTERS },
    });
  });

  it('of the watchdog are not retried: the next tick is', () => {
    automation.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: reference('^watchdog'),
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: DEAD_LETTERS },
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
        tenant: 'main',
      });
      expect(Properties.Target.RetryPolicy.MaximumEventAgeInSeconds).toBe(60);
      expect(Properties.Target.DeadLetterConfig).toBeDefined();
    }
  });
});

describe('what was not delivered', () => {
  it('waits for a person for two weeks, encrypted and over TLS only, in two queues for all but events and notices', () => {
    for (const stack of [automation, data]) {
      stack.resourceCountIs('AWS::SQS::Queue', 1);
      stack.allResourcesProperties('AWS::SQS::Queue', {
        MessageRetentionPeriod: 14 * 24 * 60 * 60,
        KmsMasterKeyId: Match.anyValue(),
      });
      stack.resourceCountIs('AWS::SQS::QueuePolicy', 1);
    }
  });
});
