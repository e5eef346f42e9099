import { describe, expect, it } from 'vitest';
import { matchingBacktestResponse } from '../../../api/openapi/matching-backtest-response.ts';
import { canonicalText } from '../../../treasury/seals/canonical-text.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);

const DEPOSITS = {
  id: 'deposits',
  label: 'Customer deposits',
  kind: 'deposit',
  direction: 'inflow',
  maximum: '50000',
};

const NETWORK_FEES = {
  id: 'btc-network-fees',
  label: 'Bitcoin network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.0005',
  per24Hours: '0.01',
};

async function snapshot(): Promise<void> {
  const taken = await steps.snapshot();
  const items = taken.Records.map(({ dynamodb }) => dynamodb.NewImage);
  await deployed().invoke('update-books', streamEvent(...items));
}

function range() {
  const now = instantOf(Date.now());
  return { from: plusSeconds(now, -3_600), to: plusSeconds(now, 3_600) };
}

const ask = (rules: readonly object[], change: Partial<ApiCall> = {}) =>
  deployed().call('preview-policy', {
    routeKey: 'POST /v1/matching-rules/backtest',
    groups: '[treasurer]',
    body: { rules, ...range() },
    ...change,
  });

describe('POST /v1/matching-rules/backtest', () => {
  it('says which breaks of the books a draft would have kept from being opened, and writes nothing', async () => {
    await snapshot();
    deployed().sandbox.deposit({ currency: 'BTC', amount: '0.5' });
    await snapshot();
    deployed().sandbox.deposit({ currency: 'BTC', amount: '5' });
    deployed().sandbox.debit({ currency: 'ETH', amount: '1' });
    await snapshot();
    const before = canonicalText(await deployed().ledgerItems());
    const { status, body } = await ask([DEPOSITS]);
    expect(status).toBe(200);
    const report = matchingBacktestResponse.parse(body);
    // By value: half a bitcoin is expected, five are not.
    expect(report).toMatchObject({
      complete: true,
      differences: 3,
      breaks: { before: 3, after: 2 },
      movements: {
        first: [{ amount: '0.5', recorded: 'open', after: { label: 'Customer deposits' } }],
      },
      message: 'BTC: 1 explained that are breaks now (0.5 in).',
    });
    expect(canonicalText(await deployed().ledgerItems())).toBe(before);
  });

  it('says which fees a bounded draft would have explained', async () => {
    await snapshot();
    deployed().sandbox.debit({ currency: 'BTC', amount: '0.0001' });
    await snapshot();
    const { status, body } = await ask([NETWORK_FEES]);
    expect(status).toBe(200);
    expect(matchingBacktestResponse.parse(body)).toMatchObject({
      breaks: { before: 1, after: 0 },
      rules: [{ kind: 'fee', currencies: [{ currency: 'BTC', count: 1, outflow: '0.0001' }] }],
      message: 'BTC: 1 explained that are breaks now (0.0001 out).',
    });
  });

  it('names what is wrong with a draft, as the proposal would', async () => {
    const loose = { ...DEPOSITS, direction: 'outflow', currency: 'BTC' };
    const { status, body } = await ask([loose]);
    expect([status, body.fields]).toMatchObject([
      422,
      [{ field: 'rules.0.per24Hours', pointer: '/rules/0/per24Hours' }],
    ]);
    const unknown = await ask([{ ...DEPOSITS, maximun: '1' }]);
    expect(codeOf(unknown)).toBe('invalid-body');
  });

  it('takes a range of a quarter at most', async () => {
    const from = '2026-01-01T00:00:00.000Z';
    const wide = { rules: [DEPOSITS], from, to: plusSeconds(from, 92 * 86_400 + 1) };
    expect((await ask([], { body: wide })).body.fields).toMatchObject([{ field: 'to' }]);
    const exact = { ...wide, to: plusSeconds(from, 92 * 86_400) };
    expect((await ask([], { body: exact })).status).toBe(200);
  });

  it.each(['[viewer]', '[trader]'])('is for no caller with the role %s alone', async (groups) => {
    expect(codeOf(await ask([DEPOSITS], { groups }))).toBe('role-missing');
  });
});
