import { afterEach, describe, expect, it, vi } from 'vitest';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed } = deployedForEachTest();
const { snapshot, sweep, watch } = deploymentSteps(deployed);

/** Longer than the quarantine and the pause; the sandbox's own clock stays, and its answers must not look a day apart. */
const NEXT_MS = 2 * 3_600_000;
afterEach(() => {
  vi.useRealTimers();
});

const asked = async (routeKey: string) =>
  (await deployed().call('query-ledger', { routeKey, groups: '[viewer]' })).body as {
    readonly items: readonly object[];
    readonly failing: readonly object[];
  };

/** What is told of the rule, each event once. */
async function told() {
  await deployed().invoke('publish-events', await ledgerRecords(deployed().ledgerTable));
  const events = deployed()
    .events.published()
    .filter(({ type }) => /rule\.(failing|recovered)/.test(String(type)));
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

/** A sweep, and the rounds after its quarantine. */
async function round() {
  await sweep();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + NEXT_MS });
  await snapshot();
  await watch();
  await watch();
}

describe('a rule whose withdrawals the service refuses every time', () => {
  it('is told from the third in a row on, until one leaves', async () => {
    deployed().sandbox.queueFault({
      ...{ on: 'POST /v1/withdrawals', times: 3 },
      fault: { kind: 'status', status: 403 },
    });
    await round();
    await round();
    expect((await asked('GET /v1/overview')).failing).toEqual([]);
    expect(await told()).toEqual([]);
    await round();
    const rule = { ruleId: RULE.id, failures: 3, outcome: 'rejected', reason: '403' };
    expect((await asked('GET /v1/overview')).failing).toMatchObject([rule]);
    expect((await asked('GET /v1/inbox')).items).toMatchObject([
      {
        ...{ kind: 'failing-rule', id: RULE.id, act: 'mend-rule', expiresAt: null },
        message: expect.stringContaining('in a row did not leave; the service refused the last'),
        link: `/v1/sweep-rules/${RULE.id}`,
      },
    ]);
    expect((await asked('GET /v1/sweep-rules')).items).toMatchObject([
      { activity: { lastSweepAt: null, failing: { failures: 3, reason: '403' } } },
    ]);
    expect(await told()).toMatchObject([{ type: 'com.sluice.rule.failing', data: rule }]);
    await round();
    expect((await asked('GET /v1/overview')).failing).toEqual([]);
    expect((await asked('GET /v1/inbox')).items).toEqual([]);
    expect(await told()).toMatchObject([
      { type: 'com.sluice.rule.failing' },
      { type: 'com.sluice.rule.recovered', data: { ruleId: RULE.id } },
    ]);
  });
});
