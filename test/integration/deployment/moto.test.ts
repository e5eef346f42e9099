import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  CreateTableCommand,
  DynamoDBClient,
  PutResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupCheck } from '../../../bin/deployment/backup-check.ts';
import type { Check } from '../../../bin/deployment/check.ts';
import { recipientsCheck } from '../../../bin/deployment/recipients-check.ts';
import { signInCheck } from '../../../bin/deployment/sign-in-check.ts';
import { type Call, type Caller, signedCalls } from '../../../bin/deployment/signed-call.ts';
import { tablePolicyCheck } from '../../../bin/deployment/table-policy-check.ts';
import { trailCheck } from '../../../bin/deployment/trail-check.ts';
import { tablePolicy } from '../../../lib/access/table-policy.ts';

/*
 * The goal: the checks of a deployment read what another party's AWS answers, not only what this project believes of it. Moto is
 * that party, where Python has it (pip install 'moto[server]'). It knows topics, trails, policies of tables, sign-in domains (of
 * the classic page alone) and plans; of copies, looks and quotas it knows nothing.
 */

const REGION = 'eu-central-1';
const SERVER = `
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%s" % server.get_host_and_port(), flush=True)
import sys; sys.stdin.read()
`;
const hasMoto = spawnSync('python3', ['-c', 'import moto.server, flask']).status === 0;

let moto: ChildProcess;
let url: string;
let call: Caller;
let dynamo: DynamoDBClient;

beforeAll(async () => {
  if (!hasMoto) return;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'moto');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'moto');
  const child = spawn('python3', ['-c', SERVER], { stdio: ['pipe', 'pipe', 'ignore'] });
  moto = child;
  url = await new Promise((resolve) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
  });
  call = signedCalls(REGION, () => url);
  dynamo = new DynamoDBClient({ region: REGION, endpoint: url });
});

afterAll(() => {
  vi.unstubAllEnvs();
  if (!hasMoto) return;
  dynamo.destroy();
  moto.kill();
});

/** An operation of a service that has it in a header. */
async function operate(service: Call['service'], target: string, input: object): Promise<object> {
  const { status, text } = await call({
    ...{ service, method: 'POST', path: '/', target },
    contentType: 'application/x-amz-json-1.1',
    body: JSON.stringify(input),
  });
  if (status !== 200) throw new Error(`${target}: ${text}`);
  return JSON.parse(text || '{}');
}

async function topics(form: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await call({
    ...{ service: 'sns', method: 'POST', path: '/' },
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    body: new URLSearchParams({ ...form, Version: '2010-03-31' }).toString(),
  });
  return text;
}

/** A bucket for trails. Moto reads from the signature which service is meant, and verifies none. */
async function makeBucket(name: string): Promise<number> {
  const scope = `moto/20260101/${REGION}/s3/aws4_request`;
  const { status } = await fetch(`${url}/${name}`, {
    method: 'PUT',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
    },
    body: `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${REGION}</LocationConstraint></CreateBucketConfiguration>`,
  });
  return status;
}

async function seen(check: Check): Promise<readonly unknown[]> {
  return (await check.run(() => undefined)).map(({ of, state }) => [of, state]);
}

describe.skipIf(!hasMoto)('a check of a deployment, asked of Moto', () => {
  it('finds a topic without recipients, and one with', async () => {
    const made = await topics({ Action: 'CreateTopic', Name: 'sluice-prod-notifications-people' });
    const [, arn = ''] = /<TopicArn>(.+?)<\/TopicArn>/.exec(made) ?? [];
    const check = recipientsCheck({ topics: { notices: [arn] }, named: 1, retained: true, call });
    expect(await seen(check)).toEqual([['notices', 'failed']]);
    await topics({
      ...{ Action: 'Subscribe', TopicArn: arn, Protocol: 'email' },
      Endpoint: 'treasury@people-of-the-checks.dev',
    });
    expect(await seen(check)).toEqual([['notices', 'ok']]);
  });

  it('finds no trail, one without data events, one that was stopped, and the two that are wanted', async () => {
    const arn = `arn:aws:dynamodb:${REGION}:123456789012:table/Ledger`;
    const check = trailCheck({ tables: { Ledger: arn }, retained: true, call });
    const api = 'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101';
    const trail = (operation: string, input: object) =>
      operate('cloudtrail', `${api}.${operation}`, input);
    const [none, told, both] = [
      [
        ['Ledger', 'failed'],
        ['management events', 'failed'],
      ],
      [
        ['Ledger', 'failed'],
        ['management events', 'ok'],
      ],
      [
        ['Ledger', 'ok'],
        ['management events', 'ok'],
      ],
    ];
    expect(await seen(check)).toEqual(none);
    expect(await makeBucket('sluice-trails')).toBe(200);
    await trail('CreateTrail', { Name: 'management', S3BucketName: 'sluice-trails' });
    expect(await seen(check)).toEqual(none);
    await trail('StartLogging', { Name: 'management' });
    const management = [{ ReadWriteType: 'All', IncludeManagementEvents: true, DataResources: [] }];
    await trail('PutEventSelectors', { TrailName: 'management', EventSelectors: management });
    expect(await seen(check)).toEqual(told);
    await trail('CreateTrail', { Name: 'sluice-prod-writes', S3BucketName: 'sluice-trails' });
    await trail('StartLogging', { Name: 'sluice-prod-writes' });
    const fields = {
      eventCategory: 'Data',
      'resources.type': 'AWS::DynamoDB::Table',
      readOnly: 'false',
      'resources.ARN': arn,
    };
    const FieldSelectors = Object.entries(fields).map(([Field, value]) => ({
      Field,
      Equals: [value],
    }));
    const AdvancedEventSelectors = [{ Name: 'writes of items', FieldSelectors }];
    await trail('PutEventSelectors', { TrailName: 'sluice-prod-writes', AdvancedEventSelectors });
    expect(await seen(check)).toEqual(both);
    await trail('StopLogging', { Name: 'sluice-prod-writes' });
    expect(await seen(check)).toEqual(told);
  });

  it("finds a table without a policy, with another one, and with the template's", async () => {
    const { TableDescription } = await dynamo.send(
      new CreateTableCommand({
        TableName: 'sluice-prod-series',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    const arn = TableDescription?.TableArn ?? '';
    const tables = { Series: arn } as Parameters<typeof tablePolicyCheck>[0]['tables'];
    const stage = { stage: 'prod', tenants: ['main'] };
    const check = tablePolicyCheck({ ...stage, tables, client: dynamo });
    const put = async (Statement: readonly object[]) =>
      await dynamo.send(
        new PutResourcePolicyCommand({
          ResourceArn: arn,
          Policy: JSON.stringify({ Version: '2012-10-17', Statement }),
        }),
      );
    expect(await seen(check)).toEqual([['Series', 'failed']]);
    const statements = tablePolicy({ table: 'Series', ...stage, expires: false });
    await put(statements.slice(1));
    expect(await seen(check)).toEqual([['Series', 'failed']]);
    await put(statements);
    expect(await seen(check)).toEqual([['Series', 'ok']]);
  });

  it('finds no sign-in domain, and one that has the classic page', async () => {
    const cognito = (operation: string, input: object) =>
      operate('cognito-idp', `AWSCognitoIdentityProviderService.${operation}`, input);
    const check = signInCheck({ domain: 'sluice-prod', call });
    expect(await seen(check)).toEqual([['page', 'failed']]);
    const made = await cognito('CreateUserPool', { PoolName: 'people' });
    const { UserPool } = made as { readonly UserPool: { readonly Id: string } };
    await cognito('CreateUserPoolDomain', { Domain: 'sluice-prod', UserPoolId: UserPool.Id });
    expect(await seen(check)).toEqual([
      ['page', 'failed'],
      ['looks', 'failed'],
    ]);
  });

  it('finds no plan of nightly copies', async () => {
    const tables = { Ledger: 'arn-of-the-ledger' };
    const options = { stage: 'prod', tables, retained: true, call, now: Date.now };
    await expect(seen(backupCheck(options))).rejects.toThrow('there is no backup plan sluice-prod');
  });
});
