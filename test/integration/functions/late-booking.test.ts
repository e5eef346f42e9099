import { afterEach, expect, it, vi } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { decided, snapshot, sweep } = deploymentSteps(deployed);

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: true });

async function flows() {
  const { body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/flows',
    groups: '[viewer]',
    query: { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', currency: 'BTC' },
  });
  return body.items as readonly {
    readonly movements: readonly unknown[];
    readonly unexplained: string;
    readonly closing: string;
  }[];
}

it('a sweep of which the service books a part hours later is no difference in the books', async () => {
  deployed().sandbox.setBooking({ delayMs: 24 * HOUR_MS });
  const first = await snapshot();
  await deployed().invoke('update-books', first);
  await sweep(first);
  pass(HOUR_MS);
  await deployed().invoke('update-books', await snapshot());
  expect(await flows()).toEqual([]);
  pass(6 * HOUR_MS);
  // The sandbox keeps its own time: a part of it shows now.
  deployed().sandbox.debit({ currency: 'BTC', amount: '0.75' });
  await deployed().invoke('update-books', await snapshot());
  expect(await flows()).toMatchObject([
    { movements: [{ kind: 'withdrawal', amount: '-0.75' }], unexplained: '0' },
  ]);
  const books = (await deployed().ledgerItems()).map(({ entity }) => entity?.S);
  expect(books).not.toContain('break');
});

it('replicas of the service that take turns leave no difference in the books', async () => {
  const first = await snapshot();
  await deployed().invoke('update-books', first);
  const approved = await decided(first);
  deployed().sandbox.setBooking({ replicaLagMs: HOUR_MS });
  await deployed().invoke('send-withdrawal', approved);
  // Each reading is another replica's. Whichever begins, the last one has booked.
  let left = '';
  for (let reading = 0; reading < 6 || left !== '1'; reading++) {
    expect(reading).toBeLessThan(9);
    pass(60_000);
    await deployed().invoke('update-books', await snapshot());
    left = (await flows())[0]?.closing ?? '';
  }
  const found = await flows();
  expect(found.length).toBeGreaterThanOrEqual(5);
  expect(found.map(({ unexplained }) => unexplained)).toEqual(found.map(() => '0'));
});
