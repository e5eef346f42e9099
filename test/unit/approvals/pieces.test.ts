import { describe, expect, it } from 'vitest';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { step } from '../../../treasury/preview/step.ts';
import { newWorld, type WorldRules } from '../../../treasury/preview/world.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { ACCOUNT, CONTROLS, rule } from '../../samples/policy.ts';
import { unitValuesOf } from '../../samples/values.ts';
import { TICK } from '../rules/samples.ts';

const CURRENCIES = ['BTC', 'ETH', 'SOL'] as const;
const account = (currency: string): RegisteredAccount => ({
  ...ACCOUNT,
  id: `account-${currency.toLowerCase()}`,
  currency,
});
const ruleOf = (currency: string): SweepRule =>
  rule({
    id: `all-${currency.toLowerCase()}`,
    currency,
    withdrawalAccountId: account(currency).id,
    threshold: '0',
    keep: '0',
    minimum: '0',
  });

/** Everything above nothing leaves, in three currencies, each unit of which is worth 10 USD. */
const given = (controls: Partial<Controls>, assumeApproved = false): WorldRules => ({
  tenant: 'main',
  rules: CURRENCIES.map(ruleOf),
  accounts: new Map(CURRENCIES.map((each) => [account(each).id, account(each)])),
  controls: { ...CONTROLS, ...controls },
  assumeApproved,
});

const PRICES = unitValuesOf(Object.fromEntries(CURRENCIES.map((each) => [each, '10'])));

type Totals = Readonly<Partial<Record<(typeof CURRENCIES)[number], string>>>;

/** One reading an hour; balances are what came in until then less what left. */
function walked(rules: WorldRules, readings: readonly Totals[]): readonly string[] {
  const world = newWorld(rules, CURRENCIES);
  for (const [hour, totals] of readings.entries()) {
    const at = plusSeconds(TICK, hour * 3_600);
    const entries = CURRENCIES.map((each) => [each, { total: totals[each] ?? '0' }]);
    const balances = Object.fromEntries(entries);
    step(
      world,
      rules,
      { scheduledFor: at, takenAt: at, balances, values: PRICES, pricesReadAt: at },
      {},
    );
  }
  return world.totals.listed.map(
    ({ amount, currency, approvals }) => `${amount} ${currency} by ${approvals}`,
  );
}

describe('the tiers of approvals', () => {
  const oneAbove = { approvalTiers: { oneAbove: '50' } };

  it('hold for small sweeps of many currencies as for one of the same worth', () => {
    expect(walked(given(oneAbove), [{ BTC: '2', ETH: '2', SOL: '2' }])).toEqual([
      '2 BTC by 0',
      '2 ETH by 0',
      '2 SOL by 1',
    ]);
  });

  it('hold for what leaves little by little', () => {
    const rules = given(oneAbove);
    expect(walked(rules, [{ BTC: '3' }, { BTC: '3', ETH: '2' }, { BTC: '4', ETH: '2' }])).toEqual([
      '3 BTC by 0',
      '2 ETH by 0',
      '1 BTC by 1',
    ]);
  });

  it('do not count what as many people approved as there can be', () => {
    const rules = given({ approvalTiers: { oneAbove: '50', twoAbove: '50' } }, true);
    expect(walked(rules, [{ BTC: '6' }, { BTC: '6', ETH: '5' }])).toEqual([
      '6 BTC by 2',
      '5 ETH by 0',
    ]);
  });

  it('ask for two where what one person approved comes to more than one may approve', () => {
    const rules = given({ approvalTiers: { oneAbove: '0', twoAbove: '100' } }, true);
    expect(walked(rules, [{ BTC: '6' }, { BTC: '6', ETH: '4' }, { BTC: '7', ETH: '4' }])).toEqual([
      '6 BTC by 1',
      '4 ETH by 1',
      '1 BTC by 2',
    ]);
  });

  it('count in the lanes of all currencies what is about to be sent', () => {
    const rules = given(oneAbove);
    const world = newWorld(rules, CURRENCIES);
    const open = { instructionId: 'x', ruleId: 'all-eth', amount: '4', people: 0 } as const;
    world.lanes.ETH = { ...newLane('main', 'ETH', 'backtest'), open: { x: open } };
    const balances = { BTC: { total: '2' } };
    step(
      world,
      rules,
      { scheduledFor: TICK, takenAt: TICK, balances, values: PRICES, pricesReadAt: TICK },
      {},
    );
    expect(world.totals.listed).toMatchObject([{ amount: '2', approvals: 1 }]);
  });
});
