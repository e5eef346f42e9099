import { describe, expect, it } from 'vitest';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { belowMarket, snapshot, trade } = deploymentSteps(deployed);
const calls = policyCalls(deployed);

const report = async (routeKey: string, query: Readonly<Record<string, string>> = {}) =>
  (await deployed().call('query-reports', { routeKey, query, groups: '[viewer]' })).body;

describe('names beside ids', () => {
  it('are in the answer of the very first act of a person, and then wherever it is mentioned', async () => {
    await snapshot();
    const placed = await trade(belowMarket());
    const tina = { rules: {}, accounts: {}, people: { tina: 'Tina Weber' } };
    expect([placed.status, placed.body.names]).toEqual([201, tina]);
    await snapshot();
    await deployed().invoke('update-books', await snapshot());
    expect((await report('GET /v1/reports/flows')).names).toEqual(tina);
    const month = new Date().toISOString().slice(0, 7);
    expect((await report('GET /v1/reports/statement/lines', { month })).names).toEqual(tina);
  });

  it('are those of people, rules and accounts in the audit log', async () => {
    await calls.putRule({ keep: '0.9' });
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/audit',
      groups: '[approver]',
    });
    expect(body.names).toEqual({
      rules: { [RULE.id]: RULE.label },
      accounts: { [RULE.withdrawalAccountId]: expect.any(String) },
      people: { tess: 'Tess Berger' },
    });
  });

  it('are those of the person who halted, beside the halt and beside the controls', async () => {
    await calls.putRule({ enabled: false });
    await calls.halt({ comment: 'strange sweep' });
    for (const route of ['GET /v1/controls/halt', 'GET /v1/controls']) {
      expect((await calls.read(route)).body.names).toMatchObject({
        people: { tess: 'Tess Berger' },
      });
    }
  });

  it('are those of a person who never did anything but halt', async () => {
    await calls.halt({ comment: 'strange sweep' });
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/audit',
      groups: '[approver]',
    });
    expect(body.names).toMatchObject({ people: { tess: 'Tess Berger' } });
  });

  it('stay after what they name was deleted', async () => {
    await deployed().invoke('run-sweeps', await snapshot());
    const deleted = await calls.manage('DELETE /v1/sweep-rules/{id}', RULE.id, undefined, {
      ifMatch: '"1"',
    });
    expect(deleted.status).toBe(200);
    expect((await calls.read('GET /v1/decisions')).body.names).toMatchObject({
      rules: { [RULE.id]: RULE.label },
    });
  });
});
