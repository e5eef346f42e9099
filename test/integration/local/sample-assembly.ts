import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Json = Readonly<Record<string, unknown>>;

export interface SampleStack {
  readonly Resources?: Json;
  readonly Outputs?: Json;
  readonly Parameters?: Json;
  readonly Mappings?: Json;
}

const ASSET = 'bundle.zip';

/** Writes a cloud assembly of these stacks, with the fixture bundle as its one asset. */
export function writeAssembly(
  folder: string,
  stacks: Readonly<Record<string, SampleStack>>,
): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: unknown): void =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  const artifacts: Record<string, unknown> = {};
  for (const [name, template] of Object.entries(stacks)) {
    write(`${name}.template.json`, template);
    write(`${name}.assets.json`, {
      version: '1',
      files: {
        bundle: { source: { path: 'asset' }, destinations: { here: { objectKey: ASSET } } },
      },
    });
    artifacts[name] = {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: `${name}.template.json` },
    };
    artifacts[`${name}.assets`] = {
      type: 'cdk:asset-manifest',
      properties: { file: `${name}.assets.json` },
    };
  }
  write('manifest.json', { version: '1', artifacts });
  cpSync(path.join(import.meta.dirname, 'fixtures/bundle'), path.join(folder, 'asset'), {
    recursive: true,
  });
  return folder;
}

/** A function of the bundle, as CDK writes it. */
export function functionResource(exported: string, changes: Json = {}): Json {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: { Ref: 'AWS::AccountId' }, S3Key: ASSET },
      Handler: `index.${exported}`,
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      ...changes,
    },
  };
}

export const ROLE: Json = { Type: 'AWS::IAM::Role', Properties: { Path: '/' } };

export const TABLE: Json = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    BillingMode: 'PAY_PER_REQUEST',
  },
};
