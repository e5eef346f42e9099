import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

const get = async (name: string, route: string) =>
  await deployed().call(name, { routeKey: `GET /v1/${route}`, groups: '[viewer]' });

function leaveOut(): void {
  const fault = { kind: 'left-out-200', name: 'BTC' } as const;
  deployed().sandbox.queueFault({ on: 'GET /v1/balances', fault });
}

const BTC = { reading: 'not-listed', last: { total: expect.stringMatching(/^\d/) } };

describe('a currency that the answer of the service leaves out', () => {
  it('is named with the balances of now, which have no whole total', async () => {
    await snapshot();
    const whole = await get('query-market', 'balances');
    expect(whole.body).toMatchObject({ balances: { BTC: { total: expect.any(String) } } });
    expect(whole.body).not.toHaveProperty('notStated');
    leaveOut();
    const { status, body } = await get('query-market', 'balances');
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ total: null, partialTotal: expect.stringMatching(/^\d/), notStated: { BTC } },
        apart: { BTC: { value: expect.stringMatching(/^\d/) } },
      },
    ]);
    expect(body.balances).not.toHaveProperty('BTC');
  });

  it('is named with the overview of the snapshot that it is missing in', async () => {
    await snapshot();
    leaveOut();
    await snapshot();
    const { body } = await get('query-ledger', 'overview');
    expect(body).toMatchObject({
      ...{ value: { total: null }, notStated: { BTC } },
      apart: { BTC: { value: expect.stringMatching(/^\d/) } },
    });
  });

  it('may be left out where the last snapshot cannot be read, and the balances of now say so', async () => {
    const { client, tableName } = deployed().snapshotsTable;
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    const { status, body } = await get('query-market', 'balances');
    expect([status, body]).toMatchObject([
      200,
      { total: null, notCompared: expect.stringContaining('cannot be read now') },
    ]);
  });
});
