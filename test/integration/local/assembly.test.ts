import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocalModel } from '../../../local/assembly/model.ts';
import { readAssembly } from '../../../local/assembly/read-assembly.ts';
import { LocalStackError } from '../../../local/stack-error.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import {
  functionResource,
  ROLE,
  type SampleStack,
  TABLE,
  writeAssembly,
} from './sample-assembly.ts';

const temporary = temporaryFolder();
let count = 0;

function read(stacks: Readonly<Record<string, SampleStack>>): LocalModel {
  count += 1;
  return readAssembly(writeAssembly(path.join(temporary, String(count)), stacks));
}

/** The environment of the one function, whose variables are what a test is about. */
function resolved(
  variables: Readonly<Record<string, unknown>>,
  stacks: Readonly<Record<string, SampleStack>> = {},
  own: SampleStack = {},
): Readonly<Record<string, string>> {
  const resources = {
    Role: ROLE,
    Fn: functionResource('echo', { Environment: { Variables: variables } }),
    ...own.Resources,
  };
  const model = read({ ...stacks, app: { ...own, Resources: resources } });
  return model.functions[0]?.environment ?? {};
}

/** `${NAME}` as Fn::Sub has it. */
const hole = (name: string): string => `\${${name}}`;

describe('what templates leave open', () => {
  it('is resolved to the values of this machine', () => {
    const environment = resolved(
      {
        REGION: { Ref: 'AWS::Region' },
        JOINED: { 'Fn::Join': ['-', ['a', { Ref: 'AWS::StackName' }, { Ref: 'Name' }]] },
        SUBBED: {
          'Fn::Sub': `x-${hole('Table')}-${hole('Table.Arn')}-${hole('!Literal')}-${hole('AWS::AccountId')}`,
        },
        SUBBED_WITH: { 'Fn::Sub': [`${hole('Own')}!`, { Own: { Ref: 'Name' } }] },
        PICKED: { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] },
        MAPPED: { 'Fn::FindInMap': ['Sizes', 'small', 'value'] },
        QUEUE: { Ref: 'Queue' },
        SECRET: { Ref: 'Secret' },
        POOL: { 'Fn::GetAtt': ['Pool', 'ProviderURL'] },
        ROLE: { 'Fn::GetAtt': ['Role', 'Arn'] },
        LEFT_OUT: { Ref: 'AWS::NoValue' },
      },
      {},
      {
        Parameters: { Name: { Type: 'String', Default: 'given' } },
        Mappings: { Sizes: { small: { value: 'S' } } },
        Resources: {
          Table: TABLE,
          Queue: { Type: 'AWS::SQS::Queue' },
          Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'token' } },
          Pool: { Type: 'AWS::Cognito::UserPool' },
        },
      },
    );
    expect(environment).toEqual({
      REGION: 'local',
      JOINED: 'a-app-given',
      SUBBED: `x-app-Table-arn:aws:dynamodb:local:000000000000:table/app-Table-${hole('Literal')}-000000000000`,
      SUBBED_WITH: 'given!',
      PICKED: 'b',
      MAPPED: 'S',
      QUEUE: 'https://sqs.local.amazonaws.com/000000000000/app-Queue',
      SECRET: 'arn:aws:secretsmanager:local:000000000000:secret:token-000000',
      POOL: 'https://cognito-idp.local.amazonaws.com/local_Pool',
      ROLE: expect.any(String),
    });
  });

  it('reaches into other stacks by exports and by outputs', () => {
    const environment = resolved(
      {
        IMPORTED: { 'Fn::ImportValue': 'data:table' },
        READ: { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'TableOut' } },
      },
      {
        data: {
          Resources: { Table: { ...TABLE } },
          Outputs: {
            TableOut: {
              Value: { Ref: 'Table' },
              Export: { Name: { 'Fn::Join': [':', ['data', 'table']] } },
            },
          },
        },
      },
    );
    expect(environment).toEqual({ IMPORTED: 'data-Table', READ: 'data-Table' });
  });

  it.each([
    ['an import that nothing exports', { 'Fn::ImportValue': 'nothing' }, /imports nothing/],
    ['a reference to nothing', { Ref: 'Nothing' }, /Nothing, which is not in it/],
    ['a function that is not served', { 'Fn::Cidr': ['10.0.0.0/8', 1] }, /Fn::Cidr/],
    ['an attribute that is not known', { 'Fn::GetAtt': ['Fn', 'SnapStart'] }, /Fn\.SnapStart/],
  ])('refuses %s by its name', (_, value, message) => {
    expect(() => resolved({ VALUE: value })).toThrow(message);
  });

  it('refuses outputs that lead in a circle', () => {
    const circle = { 'Fn::GetStackOutput': { StackName: 'app', OutputName: 'Round' } };
    expect(() =>
      resolved({ VALUE: circle }, {}, { Outputs: { Round: { Value: circle } } }),
    ).toThrow(/circle/);
  });
});

describe('what is served', () => {
  it('is read from several stacks into one model', () => {
    const model = read({
      data: {
        Resources: { Table: TABLE },
        Outputs: { Stream: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] } } },
      },
      app: {
        Resources: {
          Role: ROLE,
          Alarm: { Type: 'AWS::CloudWatch::Alarm' },
          Dead: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 60 } },
          Fn: functionResource('record', { ReservedConcurrentExecutions: 2, Timeout: 7 }),
          Config: {
            Type: 'AWS::Lambda::EventInvokeConfig',
            Properties: {
              FunctionName: { Ref: 'Fn' },
              Qualifier: '$LATEST',
              MaximumRetryAttempts: 0,
              MaximumEventAgeInSeconds: 60,
              DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Dead', 'Arn'] } } },
            },
          },
          Mapping: {
            Type: 'AWS::Lambda::EventSourceMapping',
            Properties: {
              EventSourceArn: {
                'Fn::GetStackOutput': { StackName: 'data', OutputName: 'Stream' },
              },
              FunctionName: { Ref: 'Fn' },
              StartingPosition: 'LATEST',
              BatchSize: 3,
              FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
            },
          },
          Tick: {
            Type: 'AWS::Scheduler::Schedule',
            Properties: {
              ScheduleExpression: 'rate(5 minutes)',
              FlexibleTimeWindow: { Mode: 'OFF' },
              Target: { Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] }, Input: '{"a":1}' },
            },
          },
        },
      },
    });
    expect(model.functions).toMatchObject([
      {
        name: 'app-Fn',
        handler: 'index.record',
        timeoutMs: 7_000,
        reservedConcurrency: 2,
        assetFolder: expect.stringMatching(/asset$/),
        asyncInvocation: {
          maximumRetryAttempts: 0,
          maximumEventAgeMs: 60_000,
          onFailure: 'arn:aws:sqs:local:000000000000:app-Dead',
        },
      },
    ]);
    expect(model.tables).toMatchObject([{ name: 'data-Table', streamViewType: 'NEW_IMAGE' }]);
    expect(model.deliveries).toMatchObject([
      { functionName: 'app-Fn', tableName: 'data-Table', batchSize: 3, maximumRetryAttempts: -1 },
    ]);
    expect(model.schedules).toMatchObject([
      { functionName: 'app-Fn', expression: 'rate(5 minutes)', input: '{"a":1}' },
    ]);
    expect(model.nothingNeeded).toEqual(['AWS::IAM::Role']);
    expect(model.notServed).toEqual(['AWS::CloudWatch::Alarm']);
  });
});

describe('what is not served', () => {
  const mapping = (properties: object) => ({
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionName: { Ref: 'Fn' },
      StartingPosition: 'LATEST',
      ...properties,
    },
  });

  it.each([
    ['an unknown resource type', { Type: 'AWS::EC2::Instance' }, /AWS::EC2::Instance X in app/],
    [
      'a resource under a condition',
      { Type: 'AWS::SQS::Queue', Condition: 'Sometimes' },
      /X in app: a condition/,
    ],
    [
      'an unknown property',
      { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
      /FifoQueue/,
    ],
    ['a layer', functionResource('echo', { Layers: ['arn:layer'] }), /Layers/],
    [
      'more variables than Lambda takes',
      functionResource('echo', { Environment: { Variables: { LONG: 'x'.repeat(4_093) } } }),
      /4096 bytes/,
    ],
    ['another runtime', functionResource('echo', { Runtime: 'python3.13' }), /Runtime/],
    ['a window of time', mapping({ TumblingWindowInSeconds: 5 }), /TumblingWindowInSeconds/],
    [
      'events of something else',
      mapping({ EventSourceArn: 'arn:aws:kinesis:x' }),
      /arn:aws:kinesis/,
    ],
    [
      'an operator of a filter',
      mapping({ FilterCriteria: { Filters: [{ Pattern: '{"a":[{"cidr":"10.0.0.0/8"}]}' }] } }),
      /cidr/,
    ],
    [
      'a value for a secret within the template',
      { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: 'x' } },
      /SecretString/,
    ],
    [
      'a secret that is generated with punctuation',
      { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
      /only letters and digits/,
    ],
  ])('%s refuses to start and is named', (_, resource, message) => {
    const stacks = {
      app: { Resources: { Role: ROLE, Fn: functionResource('echo'), Table: TABLE, X: resource } },
    };
    expect(() => read(stacks)).toThrow(LocalStackError);
    expect(() => read(stacks)).toThrow(message);
  });

  it('an assembly that is not there is said in one line', () => {
    expect(() => readAssembly(path.join(temporary, 'nothing'))).toThrow(/manifest\.json/);
  });
});

describe('rules on event buses', () => {
  const bus = { Type: 'AWS::Events::EventBus', Properties: { Name: 'treasury', Description: 'd' } };
  const rule = (properties: object) => ({
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['sluice'], 'detail-type': [{ prefix: 'com.' }] },
      State: 'ENABLED',
      Targets: [{ Id: 'T0', Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] } }],
      ...properties,
    },
  });
  const reading = (properties: object) =>
    read({
      app: {
        Resources: {
          Role: ROLE,
          Fn: functionResource('echo'),
          Bus: bus,
          Rule: rule(properties),
        },
      },
    });

  it('hand what matches to the functions of the assembly', () => {
    const { eventBuses, eventRules, notServed } = reading({});
    expect(eventBuses).toMatchObject([{ name: 'treasury' }]);
    const [found] = eventRules;
    expect(found).toMatchObject({ busName: 'treasury', functionNames: ['app-Fn'] });
    expect(found?.matches({ source: 'sluice', 'detail-type': 'com.sluice.x' })).toBe(true);
    expect(found?.matches({ source: 'other', 'detail-type': 'com.sluice.x' })).toBe(false);
    expect(notServed).toEqual([]);
  });

  it('are left out where they are switched off', () => {
    expect(reading({ State: 'DISABLED' })).toMatchObject({ eventRules: [], notServed: [] });
  });

  it('are named where bus or target are not of this machine', () => {
    const other = reading({ EventBusName: 'default' });
    expect(other).toMatchObject({
      eventRules: [],
      notServed: ['rule app-Rule on the bus default'],
    });
    const topic = reading({ Targets: [{ Id: 'T0', Arn: 'arn:aws:sns:x' }] });
    expect(topic.notServed).toEqual(['rule app-Rule to arn:aws:sns:x']);
  });

  it('refuse to hand on a part of an event', () => {
    const Targets = [{ Id: 'T0', Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] }, InputPath: '$.detail' }];
    expect(() => reading({ Targets })).toThrow(/T0: only whole events/);
  });
});
