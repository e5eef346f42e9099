import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { ACCOUNT, CONTROLS, controls, draftOf, POLICY, RULE, rule } from '../../samples/policy.ts';
import { quotes, snapshotAt, totals } from '../../samples/snapshots.ts';
import { forecastOf } from '../forecast/present.ts';
import { FROM, replayOf } from './past.ts';
import { snapshotOf } from './samples.ts';

const HOUR = 3_600;

const ETH_ACCOUNT = {
  ...ACCOUNT,
  id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02',
  label: 'ETH wallet',
  currency: 'ETH',
};
const ETH_RULE = rule({
  ...{ id: 'eth-surplus', label: 'ETH surplus', currency: 'ETH' },
  ...{ withdrawalAccountId: ETH_ACCOUNT.id, threshold: '10', keep: '10', priority: 200 },
});

/** So many hours after the first: 20 BTC at 50,000 USD and 110 ETH at 3,000; what rules sweep is missing from each. */
function past(hours: readonly number[], prices: Readonly<Record<string, string>> = PRICES) {
  return hours.map((hour) =>
    snapshotAt(plusSeconds(FROM, hour * HOUR), totals({ BTC: '20', ETH: '110' }), quotes(prices)),
  );
}
const PRICES = { 'BTC/USD': '50000', 'ETH/USD': '3000' };

async function sidesOf(
  policy: Partial<Policy>,
  readings: readonly SnapshotTaken[] = past([0]),
  rules = [draftOf()],
) {
  const { draft } = await replayOf(
    { policy: { ...POLICY, rules: [], ...policy }, past: readings },
    { draft: { rules, scope: 'alone' } },
  );
  return draft.rules;
}

/** 15 BTC of the 20 would leave, by the rule alone. */
describe('a backtest under floors and limits over several currencies', () => {
  it('leaves the floor of a currency', async () => {
    const floor = controls({ liquidityFloor: { currencies: { BTC: '8' } } });
    expect(await sidesOf({ controls: floor })).toMatchObject([
      { total: '12', cuts: [{ name: 'floor-currency', times: 1 }] },
    ]);
  });

  it('leaves the floor over everything, to which a currency without a rule counts', async () => {
    // 20 BTC and 110 ETH are 1,330,000: 530,000 are above, 10.6 BTC.
    const floor = controls({ liquidityFloor: { total: '800000' } });
    expect(await sidesOf({ controls: floor })).toMatchObject([
      { total: '10.6', cuts: [{ name: 'floor-total', times: 1 }] },
    ]);
    const higher = controls({ liquidityFloor: { total: '1300000' } });
    expect(await sidesOf({ controls: higher })).toMatchObject([
      { sweeps: 0, reasons: [{ name: 'liquidity-floor', times: 1 }] },
    ]);
  });

  it('pays an account what its limits leave, until the window has passed', async () => {
    const limited = { ...ACCOUNT, limits: { per24Hours: '6' } };
    const [swept] = await sidesOf({ accounts: [limited] }, past([0, 1, 26]));
    expect(swept).toMatchObject({
      ...{ sweeps: 2, total: '12', cuts: [{ name: 'account-24h', times: 2 }] },
      reasons: [{ name: 'account-limit', times: 1 }],
    });
  });

  it.each([
    ['counterparty', { counterparties: [{ name: 'Bank', per24Hours: '400000' }] }],
    ['outflow', { per24Hours: '400000' }],
  ] as const)('pays by all rules together what the limit of a %s leaves', async (limit, limits) => {
    const accounts = [ACCOUNT, ETH_ACCOUNT].map((each) => ({ ...each, counterparty: 'Bank' }));
    const policy = { accounts, controls: controls({ withdrawalLimits: limits }) };
    const rules = [draftOf(), draftOf({}, ETH_RULE)];
    const [btc, eth] = await sidesOf(policy, past([0, 1]), rules);
    // 400,000 are 8 BTC, and nothing is left for the 100 ETH.
    expect(btc).toMatchObject({ total: '8', cuts: [{ name: `${limit}-24h`, times: 1 }] });
    expect(eth).toMatchObject({ sweeps: 0, reasons: [{ name: `${limit}-limit`, times: 2 }] });
  });

  it('lets nothing leave where there is no price to compare with', async () => {
    const policy = { controls: controls({ withdrawalLimits: { per24Hours: '400000' } }) };
    const { 'BTC/USD': _, ...without } = PRICES;
    expect(await sidesOf(policy, past([0], without))).toMatchObject([
      { sweeps: 0, reasons: [{ name: 'limit-unknown', times: 1 }] },
    ]);
  });
});

it('a forecast leaves a floor as well, and says what made the sweep smaller', async () => {
  const floor = { ...CONTROLS, liquidityFloor: { total: '700000' } };
  const { rules, currencies } = await forecastOf(
    { policy: { ...POLICY, controls: floor, rules: [RULE] }, latest: snapshotOf() },
    { days: 1 },
  );
  // 20 BTC at 50,000 and 700 USD: 300,700 are above, 6 BTC in steps of 0.1.
  expect(rules[0]?.runs[0]).toMatchObject({ amount: '6', cuts: ['floor-total'] });
  expect(currencies.find(({ currency }) => currency === 'BTC')).toMatchObject({ leaves: '6' });
});
