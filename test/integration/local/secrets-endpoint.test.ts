import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
  type UpdateSecretVersionStageCommandInput,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listening } from '../../../local/network/listen.ts';
import { Secrets } from '../../../local/secrets/secrets.ts';
import { connectionTo } from '../../http/endpoint.ts';
import { SESSION, startSampleEndpoints } from './sample-endpoints.ts';

const MODEL = {
  name: 'sluice/dev/token',
  arn: 'arn:aws:secretsmanager:local:000000000000:secret:sluice/dev/token-000000',
  generatedCharacters: null,
};
const V2 = 'v2-of-this-secret-with-32-letters';
const VALUE = 'first-token-of-the-test';

let secrets: Secrets;
let listening: Listening;

function client(sessionToken = SESSION): SecretsManagerClient {
  return new SecretsManagerClient(connectionTo(listening.url, sessionToken));
}

beforeEach(async () => {
  secrets = new Secrets([MODEL]);
  listening = await startSampleEndpoints({ secrets });
});
afterEach(() => listening.close());

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
        ClientRequestToken: V2,
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

  it("makes a secret's first version current, whatever it was put as", async () => {
    const put = { SecretId: MODEL.name, SecretString: VALUE, ClientRequestToken: V2 };
    const answer = await client().send(
      new PutSecretValueCommand({ ...put, VersionStages: ['AWSPENDING'] }),
    );
    expect(answer.VersionStages?.toSorted()).toEqual(['AWSCURRENT', 'AWSPENDING']);
  });

  it('lists versions with their stages and when they were made, never their values', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    secrets.put(MODEL, 'v2', 'second');
    secrets.put(MODEL, 'v3', 'third');
    const list = new ListSecretVersionIdsCommand({ SecretId: MODEL.arn, IncludeDeprecated: true });
    const { Versions } = await client().send(list);
    expect(Versions).toEqual([
      { VersionId: 'v1', VersionStages: [], CreatedDate: expect.any(Date) },
      { VersionId: 'v2', VersionStages: ['AWSPREVIOUS'], CreatedDate: expect.any(Date) },
      { VersionId: 'v3', VersionStages: ['AWSCURRENT'], CreatedDate: expect.any(Date) },
    ]);
    const current = await client().send(new ListSecretVersionIdsCommand({ SecretId: MODEL.arn }));
    expect(current.Versions?.map(({ VersionId }) => VersionId)).toEqual(['v2', 'v3']);
  });

  const stages = () => secrets.find(MODEL.arn)?.versions.map((version) => version.stages.join());
  const move = (request: Partial<UpdateSecretVersionStageCommandInput>) =>
    client().send(
      new UpdateSecretVersionStageCommand({
        SecretId: MODEL.arn,
        VersionStage: 'AWSCURRENT',
        ...request,
      }),
    );

  it('moves the current stage, and the previous one follows', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    secrets.put(MODEL, 'v2', 'second', ['AWSPENDING']);
    await move({ RemoveFromVersionId: 'v1', MoveToVersionId: 'v2' });
    expect(stages()).toEqual(['AWSPREVIOUS', 'AWSPENDING,AWSCURRENT']);
    await move({ VersionStage: 'AWSPENDING', RemoveFromVersionId: 'v2' });
    await move({ RemoveFromVersionId: 'v2', MoveToVersionId: 'v1' });
    expect(stages()).toEqual(['AWSCURRENT', 'AWSPREVIOUS']);
  });

  it('takes the same move twice', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    secrets.put(MODEL, 'v2', 'second', ['AWSPENDING']);
    const once = { RemoveFromVersionId: 'v1', MoveToVersionId: 'v2' };
    await move(once);
    await move(once);
    expect(stages()).toEqual(['AWSPREVIOUS', 'AWSPENDING,AWSCURRENT']);
  });

  it.each([
    ['a version that is not there', { MoveToVersionId: 'v9' }, 'ResourceNotFoundException'],
    ['no version', {}, 'InvalidParameterException'],
    ['one version but not from which', { MoveToVersionId: 'v2' }, 'InvalidParameterException'],
    [
      'one version from the wrong one',
      { RemoveFromVersionId: 'v3', MoveToVersionId: 'v2' },
      'InvalidParameterException',
    ],
    ['nowhere', { RemoveFromVersionId: 'v1' }, 'InvalidParameterException'],
  ])('does not move the current stage to %s', async (_name, request, name) => {
    secrets.put(MODEL, 'v1', VALUE);
    secrets.put(MODEL, 'v2', 'second', ['AWSPENDING']);
    secrets.put(MODEL, 'v3', 'third', ['AWSPENDING']);
    await expect(move(request)).rejects.toMatchObject({ name });
    expect(stages()).toEqual(['AWSCURRENT', '', 'AWSPENDING']);
  });

  it('gives no value of a version at a stage that it is not at', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    const asked = client().send(
      new GetSecretValueCommand({
        SecretId: MODEL.arn,
        VersionId: 'v1',
        VersionStage: 'AWSPENDING',
      }),
    );
    await expect(asked).rejects.toMatchObject({ name: 'InvalidRequestException' });
  });

  it('refuses a version id that is too short without repeating what was sent', async () => {
    const put = { SecretId: MODEL.name, SecretString: VALUE, ClientRequestToken: 'short' };
    const asked = client().send(new PutSecretValueCommand(put));
    await expect(asked).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(asked).rejects.not.toThrow(VALUE);
  });

  it('names an operation that it does not serve', async () => {
    await expect(client().send(new ListSecretsCommand({}))).rejects.toThrow(/ListSecrets/);
  });

  it('answers only the functions of this stack', async () => {
    secrets.put(MODEL, 'v1', VALUE);
    const asked = client('of another stack').send(
      new GetSecretValueCommand({ SecretId: MODEL.arn }),
    );
    await expect(asked).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});
