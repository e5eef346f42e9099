import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import { STAGES } from '../../lib/stages/stage-configuration.ts';
import { type Properties, type SynthesisedStacks, synthesised } from './synthesised.ts';

/** What hands something to a function or a queue by itself: each type is looked into below. */
const DELIVERING = [
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Scheduler::Schedule',
  'Custom::ConsoleContent',
] as const;

/** Types that would deliver as well, for which this test states no requirements yet. */
const NOT_LOOKED_INTO =
  /^AWS::(Pipes|StepFunctions|Kinesis|KinesisFirehose|IoT|AppSync|CloudFormation::Custom)|Custom::(?!ConsoleContent$)/;

interface Delivery {
  /** Stack and logical id. */
  readonly name: string;
  readonly retries: unknown;
  readonly ageSeconds: unknown;
  readonly failures: unknown;
}

interface Resource {
  readonly name: string;
  readonly stack: string;
  readonly id: string;
  readonly properties: Properties;
}

function resourcesIn({ all }: SynthesisedStacks, type: string): readonly Resource[] {
  return [...all].flatMap(([stack, template]) =>
    Object.entries(template.findResources(type)).map(([id, { Properties }]) => ({
      name: `${stack} ${id}`,
      stack,
      id,
      properties: Properties,
    })),
  );
}

/** What is said about a delivery that fails, by everything that delivers. */
function deliveriesIn(stacks: SynthesisedStacks): readonly Delivery[] {
  const mappings = ['AWS::Lambda::EventSourceMapping', 'AWS::Lambda::EventInvokeConfig'] as const;
  return [
    ...mappings.flatMap((type) =>
      resourcesIn(stacks, type).map(({ name, properties }) => ({
        name,
        retries: properties.MaximumRetryAttempts,
        ageSeconds: properties.MaximumRecordAgeInSeconds ?? properties.MaximumEventAgeInSeconds,
        failures: properties.DestinationConfig?.OnFailure?.Destination,
      })),
    ),
    ...resourcesIn(stacks, 'AWS::Scheduler::Schedule').map(({ name, properties }) =>
      deliveryTo(name, properties.Target),
    ),
    ...resourcesIn(stacks, 'AWS::Events::Rule').flatMap(({ name, properties }) =>
      (properties.Targets as Properties[]).map((target) => deliveryTo(name, target)),
    ),
  ];
}

function deliveryTo(name: string, target: Properties): Delivery {
  return {
    name,
    retries: target.RetryPolicy?.MaximumRetryAttempts,
    ageSeconds: target.RetryPolicy?.MaximumEventAgeInSeconds,
    failures: target.DeadLetterConfig?.Arn,
  };
}

/** The functions that something invokes without waiting: ticks, rules, and other functions. */
function invokedWithoutWaiting(stacks: SynthesisedStacks): ReadonlySet<string> {
  const targets = [
    ...resourcesIn(stacks, 'AWS::Scheduler::Schedule').map(({ properties }) => properties.Target),
    ...resourcesIn(stacks, 'AWS::Events::Rule').flatMap(({ properties }) => properties.Targets),
  ].map(({ Arn }) => Arn);
  const allowed = resourcesIn(stacks, 'AWS::IAM::Policy')
    .flatMap(({ properties }) => properties.PolicyDocument.Statement as Properties[])
    .filter(({ Action }) => [Action].flat().includes('lambda:InvokeFunction'))
    .flatMap(({ Resource }) => [Resource].flat());
  // What is no function, such as a topic, is named by a reference and takes what it is handed at once.
  return new Set(
    [...targets, ...allowed].flatMap((arn) => arn['Fn::GetAtt']?.[0] ?? []).map(String),
  );
}

describe.each(STAGES)('in %s, everything that is delivered', (stage) => {
  const stacks = synthesised(readStage(stage));
  const deliveries = deliveriesIn(stacks);

  it('says how often it is tried again, until which age, and where it waits for a person then', () => {
    expect(deliveries.length).toBeGreaterThan(10);
    const silent = deliveries.filter(
      ({ retries, ageSeconds, failures }) =>
        // -1 is Lambda's word for "for ever".
        !isFrom(0, retries) || !isFrom(1, ageSeconds) || failures === undefined,
    );
    expect(silent).toEqual([]);
  });

  it('to a function invoked asynchronously is configured at that function', () => {
    const configured = new Set(
      resourcesIn(stacks, 'AWS::Lambda::EventInvokeConfig').map(
        ({ properties }) => properties.FunctionName.Ref,
      ),
    );
    const missing = [...invokedWithoutWaiting(stacks)].filter((name) => !configured.has(name));
    expect(missing).toEqual([]);
  });

  it('by CloudFormation itself, while it deploys, goes to a function that is configured alike', () => {
    const contents = resourcesIn(stacks, 'Custom::ConsoleContent');
    expect(contents).toHaveLength(1);
    const configured = resourcesIn(stacks, 'AWS::Lambda::EventInvokeConfig').map(({ properties }) =>
      String(properties.FunctionName.Ref),
    );
    for (const { properties } of contents) {
      const { OutputName } = properties.ServiceToken['Fn::GetStackOutput'];
      expect(configured.some((name) => OutputName.includes(name))).toBe(true);
      // Without it CloudFormation would wait for an hour.
      expect(Number(properties.ServiceTimeout)).toBeLessThanOrEqual(600);
    }
  });

  it('and cannot be encrypted or read back by the bus waits as well', () => {
    const buses = resourcesIn(stacks, 'AWS::Events::EventBus');
    expect(buses).toHaveLength(1);
    for (const { properties } of buses) expect(properties.DeadLetterConfig.Arn).toBeDefined();
  });

  it('ends in a queue that is encrypted with the key of the stage', () => {
    const queues = resourcesIn(stacks, 'AWS::SQS::Queue');
    for (const { name, properties } of queues) {
      expect(JSON.stringify(properties.KmsMasterKeyId), name).toMatch(/Key/);
    }
  });

  it('is a queue that the runbook names, with what to do about what is in it', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    const names = [...stacks.all.values()].flatMap((template) =>
      Object.values(template.findResources('AWS::SQS::Queue')).map(({ Metadata }) =>
        String(Metadata?.['aws:cdk:path']).replace(/^.*\/([\w-]+)\/Resource$/, '$1'),
      ),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('is delivered by what this test looks into', () => {
    const types = [...stacks.all.values()].flatMap((template) =>
      Object.values(template.toJSON().Resources as Properties[]).map(({ Type }) => String(Type)),
    );
    expect(types.filter((type) => NOT_LOOKED_INTO.test(type))).toEqual([]);
    expect(types).toEqual(expect.arrayContaining([...DELIVERING]));
  });
});

function isFrom(least: number, value: unknown): boolean {
  return typeof value === 'number' && value >= least;
}
