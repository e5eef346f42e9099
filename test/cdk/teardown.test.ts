import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import { assemblyOnce } from './assembly-once.ts';

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** The stacks of a stage as its file says, and what is in them. */
function stageOf(name: 'dev' | 'prod') {
  const { stacks } = assemblyOnce({ ...readStage(name), analytics: true });
  const resources = stacks.flatMap(({ template }) =>
    Object.values((template as { Resources: Record<string, Resource> }).Resources),
  );
  return { stacks, resources };
}

const page = readFileSync('docs/operations.md', 'utf8');
const runbook = (page.split('\n## ') ?? []).find((section) =>
  section.startsWith('Deploying again after a teardown'),
);

describe('the stage dev', () => {
  const { stacks, resources } = stageOf('dev');

  it('is destroyed by one command: nothing of it is protected or stays', () => {
    expect(stacks.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
    const staying = resources.filter(
      ({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete',
    );
    expect(staying.map(({ Type }) => Type)).toEqual([]);
    const isProtected = ({ Properties = {} }: Resource) =>
      Properties.DeletionProtectionEnabled === true || Properties.DeletionProtection === 'ACTIVE';
    expect(resources.filter(isProtected)).toEqual([]);
  });

  it('has no vault: one with copies in it is never deleted', () => {
    expect(resources.filter(({ Type }) => Type.startsWith('AWS::Backup::'))).toEqual([]);
  });

  it('is emptied by the one clean-up, where a bucket would not go', () => {
    const buckets = stacks.filter(({ template }) =>
      Object.values((template as { Resources: Record<string, Resource> }).Resources).some(
        ({ Type }) => Type === 'AWS::S3::Bucket',
      ),
    );
    const parts = buckets.map(({ stackName }) => stackName.replace('sluice-dev-', ''));
    const [, named = ''] = runbook?.match(/for part in ([a-z ]+); do/) ?? [];
    expect(named.split(' ').sort()).toEqual(parts.sort());
  });
});

describe('the order in which a stage is torn down', () => {
  const { stacks } = stageOf('prod');
  const [, tearingDown = ''] = page.split('\n## Tearing down without losing history');

  it("is the manifest's from its end: no stack is deleted before one that reads its outputs", () => {
    const order = stacks.map(({ stackName }) => stackName);
    expect(order.length).toBeGreaterThan(7);
    for (const [index, { stackName, template }] of stacks.entries()) {
      const read = [...JSON.stringify(template).matchAll(/"StackName":"(sluice-prod-[a-z-]+)"/g)];
      const later = read.map(([, name = '']) => name).filter((name) => order.indexOf(name) > index);
      expect(later, stackName).toEqual([]);
    }
  });

  it('is taken from there by the runbook, which names no stack by itself', () => {
    const [section = ''] = tearingDown.split('\n## ');
    expect(section).toContain('npx cdk list -c stage=$STAGE');
    for (const { stackName } of stacks) {
      expect(section).not.toContain(`\`${stackName.replace('sluice-prod-', '')}\``);
    }
  });
});

describe('a stage that keeps its data', () => {
  /** What stays with a name of ours, which is refused a second time, and what takes it away. */
  const TAKEN_AWAY: Readonly<Record<string, string>> = {
    'AWS::Backup::BackupVault': 'aws backup delete-backup-vault ',
    'AWS::Events::EventBus': 'aws events delete-event-bus ',
    'AWS::Logs::LogGroup': 'aws logs delete-log-group ',
    'AWS::SecretsManager::Secret': 'aws secretsmanager delete-secret ',
  };

  it('is deployed again once the one clean-up has taken away every name that stays', () => {
    const { resources } = stageOf('prod');
    const named = resources.filter(
      ({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate',
    );
    const types = [...new Set(named.map(({ Type }) => Type))].sort();
    expect(types).toEqual(Object.keys(TAKEN_AWAY));
    for (const type of types) expect(runbook, type).toContain(TAKEN_AWAY[type]);
    // Whatever else stays has a name that CloudFormation makes up, another each time.
    const others = resources.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    const nameless = [
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::Table',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
    ];
    expect([...new Set(others.map(({ Type }) => Type))].sort()).toEqual(nameless);
    for (const { Type, Properties = {} } of others) {
      expect(Properties.TableName ?? Properties.BucketName, Type).toBeUndefined();
    }
  });
});
