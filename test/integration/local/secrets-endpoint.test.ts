import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Listening } from '../../../local/network/listen.ts';
import { startServiceEndpoints } from '../../../local/network/service-endpoints.ts';
import { Secrets } from '../../../local/secrets/secrets.ts';

const MODEL = {
  name: 'sluice/dev/token',
  arn: 'arn:aws:secretsmanager:local:000000000000:secret:sluice/dev/token-000000',
};
const VALUE = 'first-token-of-the-test';

let secrets: Secrets;
let listening: Listening;

function client(sessionToken = 'session'): SecretsManagerClient {
  return new SecretsManagerClient({
    endpoint: listening.url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local', sessionToken },
    maxAttempts: 1,
  });
}

beforeAll(async () => {
  const delegating = {
    find: (id: string) => secrets.find(id),
    put: (...args: Parameters<Secrets['put']>) => secrets.put(...args),
  };
  listening = await startServiceEndpoints({
    secrets: delegating as Secrets,
    functions: { find: () => undefined, invoke: async () => ({ ok: true, payload: '{}' }) },
    asyncInvocations: { accept: () => true },
    sessionToken: 'session',
  });
});
afterAll(async () => {
  await listening.close();
});
beforeEach(() => {
  secrets = new Secrets([MODEL]);
});

describe('the Secrets Manager endpoint', () => {
  it.each([MODEL.name, MODEL.arn, MODEL.arn.replace('-000000', '')])(
    'gives the current value to whoever asks by %s',
    async (SecretId) => {
      secrets.put(MODEL, 'v1', VALUE);
      const answer = await client().send(new GetSecretValueCommand({ SecretId }));
      expect(answer).toMatchObject({
        ARN: MODEL.arn,
        Name: MODEL.name,
        VersionId: 'v1',
        SecretString: VALUE,
        VersionStages: ['AWSCURRENT'],
      });
      expect(answer.CreatedDate).toBeInstanceOf(Date);
    },
  );

  it('says of a secret without a value that it is not found, as Secrets Manager does', async () => {
    const asked = client().send(new GetSecretValueCommand({ SecretId: MODEL.name }));
    await expect(asked).rejects.toThrow(ResourceNotFoundException);
    await expect(asked).rejects.toThrow(/staging label: AWSCURRENT/);
  });

  it('does not know other secrets', async () => {
    const asked = client().send(new GetSecretValueCommand({ SecretId: 'another' }));
    await expect(asked).rejects.toThrow(ResourceNotFoundException);
  });

  it('keeps a pending version beside the current one', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    await client().send(
      new PutSecretValueCommand({
        SecretId: MODEL.arn,
        ClientRequestToken: 'v2-of-this-secret-with-32-letters',
        SecretString: 'pending',
        VersionStages: ['AWSPENDING'],
      }),
    );
    const get = async (VersionStage: string) =>
      (await client().send(new GetSecretValueCommand({ SecretId: MODEL.arn, VersionStage })))
        .SecretString;
    expect(await get('AWSCURRENT')).toBe(VALUE);
    expect(await get('AWSPENDING')).toBe('pending');
  });

  it('makes the value before the previous one when a new one is put', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    const put = {
      SecretId: MODEL.name,
      SecretString: 'second',
      ClientRequestToken: 'v'.repeat(32),
    };
    await client().send(new PutSecretValueCommand(put));
    const { VersionIdsToStages } = await client().send(
      new DescribeSecretCommand({ SecretId: MODEL.name }),
    );
    expect(VersionIdsToStages).toEqual({
      v1: ['AWSPREVIOUS'],
      [put.ClientRequestToken]: ['AWSCURRENT'],
    });
    const byId = new GetSecretValueCommand({ SecretId: MODEL.name, VersionId: 'v1' });
    expect((await client().send(byId)).SecretString).toBe(VALUE);
  });

  it('takes the same version twice, and refuses another value under its id', async () => {
    const put = { SecretId: MODEL.name, SecretString: VALUE, ClientRequestToken: 'v'.repeat(32) };
    await client().send(new PutSecretValueCommand(put));
    await client().send(new PutSecretValueCommand(put));
    const other = client().send(new PutSecretValueCommand({ ...put, SecretString: 'other' }));
    await expect(other).rejects.toMatchObject({ name: 'ResourceExistsException' });
  });

  it('names an operation that it does not serve', async () => {
    await expect(client().send(new ListSecretsCommand({}))).rejects.toThrow(/ListSecrets/);
  });

  it('answers nobody but the functions of this stack', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    const asked = client('of somebody else').send(
      new GetSecretValueCommand({ SecretId: MODEL.arn }),
    );
    await expect(asked).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});
