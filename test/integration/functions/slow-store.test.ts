import { afterEach, describe, expect, it } from 'vitest';
import { failure, tableOverWire, type Wire } from '../store/engine-wire.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

/* A table that is slow, or told to do too much at once, between the functions and the engine. */

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** From here on functions that are called for the first time reach their tables over this wire. */
async function over(wire: Wire): Promise<void> {
  const { table, stop } = await tableOverWire(deployed().ledgerTable, wire);
  stops.push(stop);
  const { hostname, port } = (await table.client.config.endpoint?.()) ?? {};
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://${hostname}:${port}`;
}

const throttled = failure(400, 'ProvisionedThroughputExceededException');
const ASK = {
  withdrawalAccountId: '11111111-2222-4333-8444-555555555555',
  amount: '1',
  comment: 'x y',
};

describe('a store that takes too little', () => {
  it.each([
    ['throttles', throttled],
    ['has a fault of its own', failure(500, 'InternalServerError')],
    ['breaks connections', 'breaks'],
  ] as const)('is a 503 that says when to try again: it %s', async (_what, answer) => {
    await over(() => answer);
    const { status, headers, body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/lanes',
    });
    expect([status, codeOf({ body }), headers['retry-after']]).toEqual([503, 'store-busy', '3']);
  });

  it('does not keep a person from declining, cancelling and halting, if it is over within seconds', async () => {
    let until = 0;
    await over((_call, pass) => (performance.now() < until ? throttled : pass()));
    await steps.snapshot();
    const asked = [
      await steps.withdraw(
        { ...ASK, withdrawalAccountId: await account(), amount: '0.5' },
        key('a'),
      ),
      await steps.withdraw(
        { ...ASK, withdrawalAccountId: await account(), amount: '0.5' },
        key('b'),
      ),
    ].map(({ body }) => String(body.id));
    until = performance.now() + 2_500;
    const [one = '', two = ''] = asked;
    const answers = await Promise.all([
      steps.decide(['withdrawals', one], 'decline', { comment: 'not agreed' }),
      steps.decide(
        ['withdrawals', two],
        'cancel',
        { comment: 'not agreed' },
        { groups: '[treasurer]', by: 'tess' },
      ),
      deployed().call('halt', {
        routeKey: 'POST /v1/controls/halt',
        groups: '[approver]',
        by: 'ada',
        body: { comment: 'stop' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

const key = (of: string) => ({ headers: { 'idempotency-key': of } });
const account = async () => {
  const [first] = (await deployed().ledger.readPolicy('main')).accounts;
  return first?.id ?? '';
};

describe('denials while the store is slow', () => {
  const denied = (by: string) => steps.withdraw(ASK, { groups: '[viewer]', by });
  const counted = async () =>
    (await deployed().ledgerItems())
      .filter(({ entity }) => entity?.S === 'denials')
      .reduce((sum, { count }) => sum + Number(count?.N), 0);

  it('are answered at once, and all of them are on record once it is itself again', async () => {
    let isSlow = true;
    await over(async ({ operation }, pass) =>
      isSlow && operation === 'UpdateItem' ? throttled : pass(),
    );
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 78 }, (_, n) => denied(`eve-${n % 9}`)));
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await counted()).toBe(0);
    isSlow = false;
    await denied('eve-0');
    await expect.poll(counted).toBe(79);
  });
});
