import { describe, expect, it } from 'vitest';
import {
  continuationOf,
  readContinuation,
} from '../../../functions/preview-policy/continuation.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { ACCOUNT, CONTROLS, draftOf, POLICY, RULE } from '../../samples/policy.ts';
import { quotes, snapshotAt, totals } from '../../samples/snapshots.ts';
import { callOf, replayOf, tickOf } from './past.ts';

const USD_ACCOUNT = {
  ...ACCOUNT,
  id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a09',
  label: 'Bank',
  currency: 'USD',
};

const { withdrawalAccountId: _, activeSince: __, version: ___, ...SURPLUS } = RULE;
const CONVERSION = {
  ...SURPLUS,
  id: 'btc-to-usd',
  label: 'BTC into USD',
  kind: 'convert',
  into: 'USD',
} as const;
const SWEEP: SweepRule = {
  ...RULE,
  id: 'usd-out',
  label: 'USD out',
  currency: 'USD',
  withdrawalAccountId: USD_ACCOUNT.id,
  threshold: '100000',
  keep: '100000',
  minimum: '0',
  step: '1',
  priority: 1,
};

const TRADING: Policy = {
  ...POLICY,
  accounts: [...POLICY.accounts, USD_ACCOUNT],
  rules: [SWEEP],
  controls: {
    ...CONTROLS,
    trades: { instruments: ['BTC/USD'], maximumNotional: '200000' },
  },
};

/** Snapshots of 20 BTC and so many USD, one BTC at 50,000; null: no price. */
function past(bids: readonly (string | null)[], usd = '0'): readonly SnapshotTaken[] {
  return bids.map((bid, index) => {
    const prices: Prices = bid === null ? {} : quotes({ 'BTC/USD': bid });
    return snapshotAt(tickOf(index), totals({ BTC: '20', USD: usd }), prices);
  });
}

const draft = { rules: [CONVERSION], scope: 'replacing' } as const;

describe('a backtest of a conversion', () => {
  it('carries the money into the other currency, where the next rule sweeps it', async () => {
    const report = await replayOf(
      { policy: TRADING, past: past(['50000', '50000', '50000', '50000', '50000', '50000']) },
      { draft },
    );
    expect(report.currencies).toEqual(['BTC', 'USD']);
    const [converted] = report.draft.rules.filter(({ ruleId }) => ruleId === 'btc-to-usd');
    const [swept] = report.draft.rules.filter(({ ruleId }) => ruleId === 'usd-out');
    // 200,000 less 1 % are 3.96 BTC, 3.9 in steps of 0.1: four times, until 5 of 20 are left above the threshold.
    expect(converted).toMatchObject({ sweeps: 3, total: '11.7' });
    // Each brings 195,000; everything above 100,000 leaves with the snapshot after it.
    expect(swept).toMatchObject({ total: '485000' });
    const inForce = report.inForce.rules.find(({ ruleId }) => ruleId === 'usd-out');
    expect(inForce).toMatchObject({ sweeps: 0 });
  });

  it('converts nothing at a snapshot without a price', async () => {
    const report = await replayOf({ policy: TRADING, past: past([null, '50000']) }, { draft });
    const [converted] = report.draft.rules.filter(({ ruleId }) => ruleId === 'btc-to-usd');
    expect(converted).toMatchObject({
      sweeps: 1,
      reasons: [{ name: 'price-unusable', times: 1 }],
    });
  });

  it('keeps the limits of trades over rolling 24 hours', async () => {
    const controls = {
      ...CONTROLS,
      trades: {
        ...TRADING.controls?.trades,
        instruments: ['BTC/USD'],
        maximumNotional: '200000',
        per24Hours: { total: '300000' },
      },
    };
    const report = await replayOf(
      { policy: { ...TRADING, controls }, past: past(['50000', '50000', '50000', '50000']) },
      { draft },
    );
    const [converted] = report.draft.rules.filter(({ ruleId }) => ruleId === 'btc-to-usd');
    // 195,000, then what 105,000 less 1 % leave.
    expect(converted).toMatchObject({ sweeps: 2, total: '5.9' });
  });

  it('goes on in another call with what it had traded by then', async () => {
    const given = { policy: TRADING, past: past(['50000', '50000', '50000', '50000']) };
    const first = await callOf({ ...given, atOnce: 2, windows: 1 }, { draft });
    if (first.result !== 'replayed' || !first.continued) throw new Error(first.result);
    expect(first.continued.state.draft.tradeUsage).toBeDefined();
    const continued = readContinuation(continuationOf(first.continued));
    expect(continued).toEqual(first.continued);
    if (continued === null) throw new Error('unreadable');
    const rest = await replayOf(given, { draft, continued });
    expect(rest.draft).toEqual((await replayOf(given, { draft })).draft);
  });

  it('refuses a draft that closes a circle', async () => {
    const back = {
      ...draftOf(),
      id: 'back',
      label: 'Back',
      currency: 'USD',
      kind: 'convert',
      into: 'BTC',
    } as const;
    const { withdrawalAccountId: _account, ...converting } = back;
    await expect(
      replayOf(
        { policy: TRADING, past: past(['50000']) },
        { draft: { ...draft, rules: [CONVERSION, converting] } },
      ),
    ).rejects.toThrow();
  });
});
