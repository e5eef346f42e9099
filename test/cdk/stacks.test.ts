import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import { STAGES } from '../../lib/stages/stage-configuration.ts';
import { assemblyOnce } from './assembly-once.ts';
import { configured } from './synthesised.ts';

/** Types that take tags, of which every resource is found by what it costs and to whom it belongs. */
const TAGGED = [
  'AWS::ApiGatewayV2::Api',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

interface Resource {
  readonly Type: string;
  readonly Properties?: { readonly Tags?: unknown };
}

describe.each(STAGES)('in %s', (stage) => {
  const { stacks } = assemblyOnce(readStage(stage));
  const resources = stacks.flatMap(({ template }) =>
    Object.values((template as { Resources: Record<string, Resource> }).Resources),
  );

  it.each(TAGGED)('every %s says whose it is and of which stage', (type) => {
    const found = resources.filter(({ Type }) => Type === type);
    expect(found.length).toBeGreaterThan(0);
    for (const { Properties } of found) {
      const text = JSON.stringify(Properties?.Tags);
      expect(text).toMatch(/"project"(,"Value":|:)"sluice"/);
      expect(text).toMatch(new RegExp(`"stage"(,"Value":|:)"${stage}"`));
    }
  });

  it('no stack that holds data to keep is deleted by mistake', () => {
    expect(stacks.length).toBeGreaterThan(3);
    const kept = readStage(stage).data === 'retain';
    const others = stacks.filter(
      ({ terminationProtection }) => (terminationProtection ?? false) !== kept,
    );
    expect(others).toEqual([]);
  });
});

describe('a stage that keeps nothing', () => {
  it('may be deleted', () => {
    const { stacks } = assemblyOnce(configured({ data: 'destroy' }));
    expect(stacks.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
  });
});
