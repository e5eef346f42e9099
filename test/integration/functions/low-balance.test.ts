import { describe, expect, it } from 'vitest';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { commit, snapshot, watch } = deploymentSteps(deployed);

/** The sandbox holds 3.25 BTC. */
const ruleWith = (low: string, version: number) =>
  commit({
    kind: 'put-rule',
    rule: { ...RULE, threshold: '5', keep: '4', low, version },
  });

/** What is told of the ledger, each event once. */
async function told() {
  await deployed().invoke('publish-events', await ledgerRecords(deployed().ledgerTable));
  const events = deployed().events.published();
  const lows = events.filter(({ type }) => String(type).startsWith('com.sluice.balance.'));
  return [...new Map(lows.map((event) => [event.id, event])).values()];
}

describe('a balance below the low of a rule', () => {
  it('is told once and stands in the inbox, with what would fill it, until it is over', async () => {
    await ruleWith('3.5', 2);
    await snapshot();
    await watch();
    await watch();
    const inbox = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/inbox',
      groups: '[viewer]',
      query: { kind: 'low-balance' },
    });
    expect(inbox.body).toMatchObject({
      items: [
        {
          ...{ id: RULE.id, act: 'fill-balance', decideAt: '/v1/trades', mayDecide: false },
          link: `/v1/sweep-rules/${RULE.id}`,
          money: { amount: '0.75', currency: 'BTC' },
        },
      ],
    });
    const data = { ruleId: RULE.id, balance: '3.25', low: '3.5', missing: '0.75' };
    expect(await told()).toMatchObject([{ type: 'com.sluice.balance.below-low', data }]);
    await ruleWith('3', 3);
    await snapshot();
    await watch();
    await watch();
    const items = await deployed().ledgerItems();
    const notes = items.filter(({ entity }) => entity?.S === 'low-balance');
    expect(notes).toMatchObject([{ state: { S: 'over' }, version: { N: '2' } }]);
  });
});
