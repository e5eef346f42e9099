import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { secretTarget, serviceTarget, TargetUnknown } from '../../../bin/token/target.ts';
import { TokenSecret } from '../../../lib/constructs/token-secret.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { STAGES } from '../../../lib/stages/stage-configuration.ts';

describe('the secret that a token command is for', () => {
  it.each(STAGES)('is, for the stage %s, the one that is deployed', (stage) => {
    const configuration = readStage(stage);
    const [client] = configuration.clients;
    const stack = new Stack(new App());
    new TokenSecret(stack, 'Token', { configuration, client, key: new Key(stack, 'Key') });
    const Name = secretTarget({ stage }).secretId;
    Template.fromStack(stack).hasResourceProperties('AWS::SecretsManager::Secret', { Name });
  });

  it('is what is said, before the stage', () => {
    expect(secretTarget({ stage: 'dev', secret: 'another' }).secretId).toBe('another');
    expect(secretTarget({ stage: 'dev', client: 'second' }).secretId).toMatch(/\/second$/);
  });

  it('is asked for where nothing says which, and only over a line that nobody listens to', () => {
    expect(() => secretTarget({})).toThrow(TargetUnknown);
    const overHttp = { secret: 'a', endpoint: 'http://secrets.example' };
    expect(() => secretTarget(overHttp)).toThrow(/--endpoint must begin with https/);
  });
});

describe('the service that is asked about a token', () => {
  it('is the one that the stage uses', () => {
    const { use, baseUrls, queryToken } = readStage('dev').service;
    expect(serviceTarget({ stage: 'dev' })).toEqual({ baseUrl: baseUrls[use], queryToken });
  });

  it('is what is said, before the stage', () => {
    const service = 'http://127.0.0.1:4401';
    const target = { baseUrl: service, queryToken: true };
    expect(serviceTarget({ stage: 'dev', service, queryToken: true })).toEqual(target);
    expect(() => serviceTarget({})).toThrow(TargetUnknown);
  });
});
