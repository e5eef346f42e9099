import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QUOTAS, quotaUses, reservedConcurrency } from '../../lib/quotas/quotas.ts';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { templatesOf } from '../../lib/templates-of.ts';
import { configured, synthesised } from './synthesised.ts';

/** The part of a limit that a stage may use: what is added next has room, and a deployment does not fail half-way. */
const ROOM = 0.9;

describe.each([
  ['dev, as its file says', () => readStage('dev')],
  ['a stage with everything, and two tenants', () => withEverything(configured())],
])('%s', (_, stage) => {
  const uses = quotaUses(templatesOf(stage()));

  it.each(Object.entries(QUOTAS))('stays below the limit of %s', (quota, { limit, source }) => {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
    const of = uses.filter((use) => use.quota === quota);
    expect(of.length).toBeGreaterThan(0);
    // Two readers of a stream are what it has by design; all else has room.
    const allowed = quota === 'consumers of a stream' ? limit : limit * ROOM;
    expect(of.filter(({ used }) => used > allowed)).toEqual([]);
  });
});

describe('a function behind the API', () => {
  const { api } = synthesised();
  const permissions = Object.values(api.findResources('AWS::Lambda::Permission'));

  it('may be invoked by the API as a whole, by one permission, however many routes it has', () => {
    const functions = permissions.map(({ Properties }) => JSON.stringify(Properties.FunctionName));
    expect(new Set(functions).size).toBe(functions.length);
    const routes = Object.keys(api.findResources('AWS::ApiGatewayV2::Route'));
    const integrations = Object.keys(api.findResources('AWS::ApiGatewayV2::Integration'));
    expect(routes.length).toBeGreaterThan(100);
    expect(permissions).toHaveLength(integrations.length);
    for (const { Properties } of permissions) {
      expect(Properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
      });
      expect(JSON.stringify(Properties.SourceArn)).toMatch(
        /execute-api.*"Ref":"api\w+".*\/\*\/\*"/,
      );
    }
  });
});

it('docs/deploying.md says how many invocations at once a stage takes out of the account', () => {
  const reserved = (tenants: StageConfiguration['tenants']) =>
    reservedConcurrency(templatesOf({ ...readStage('dev'), tenants }));
  const [one, two] = [reserved(['main']), reserved(['main', 'other'])];
  expect(two - one).toBe(2);
  expect(readFileSync('docs/deploying.md', 'utf8')).toContain(
    `that is ${one}, with each further one two more`,
  );
});

it('counts what is nearly full', () => {
  const resources = Object.fromEntries(
    Array.from({ length: 501 }, (_, index) => [`r${index}`, { Type: 'AWS::SNS::Topic' }]),
  );
  const uses = quotaUses(new Map([['one', { Resources: resources }]]));
  expect(uses).toContainEqual({ quota: 'resources of a stack', of: 'one', used: 501 });
});
