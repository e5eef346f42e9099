import { describe, expect, it } from 'vitest';
import {
  secretTarget,
  serviceTarget,
  TargetUnknown,
} from '../../../bin/sluice/operate/token/target.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { STAGES } from '../../../lib/stages/stage-configuration.ts';

describe('the secret that a token command is for', () => {
  it.each(STAGES)('is, for the stage %s, the one that the data stack makes', (stage) => {
    const [tenant] = readStage(stage).tenants;
    // As the template of the data stack has it: test/cdk/data-stack.test.ts.
    expect(secretTarget({ stage }).secretId).toBe(`sluice/${stage}/service-token/${tenant}`);
  });

  it('is what is said, before the stage', () => {
    expect(secretTarget({ stage: 'dev', secret: 'another' }).secretId).toBe('another');
    expect(secretTarget({ stage: 'dev', tenant: 'second' }).secretId).toMatch(/\/second$/);
  });

  it('has to be named, and to be reached by https', () => {
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
