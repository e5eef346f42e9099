import { describe, expect, it } from 'vitest';
import type { SharedCounts } from '../../../treasury/counters/shared-counts.ts';
import type { Lane, LaneStatus } from '../../../treasury/instructions/lane.ts';
import { laneHealth } from '../../../treasury/lanes/lane-health.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { CONTROLS, RULE } from '../../integration/protocol/treasury-under-test.ts';
import { counted, taken, usedBy } from '../../samples/counts.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';

const AT = '2026-01-05T12:00:00.000Z';
const NO_POLICY: Policy = { controls: null, halt: neverHalted('main'), accounts: [], rules: [] };

function lane(currency: string, status: LaneStatus, more: Partial<Lane> = {}): Lane {
  return { ...IDLE_LANE, currency, status, ...more };
}

const blocked = (
  state: 'unknown' | 'anomaly' | 'rejected',
  ageSeconds: number,
  id = 'one',
): LaneStatus => ({
  state,
  claim: { ...CLAIM, instructionId: id },
  since: plusSeconds(AT, -ageSeconds),
});

function healthOf(
  lanes: readonly Lane[],
  policy = NO_POLICY,
  tradeUsage: SharedCounts | null = null,
) {
  return laneHealth({ lanes, policy, tradeUsage, at: AT });
}

describe('the health of lanes', () => {
  it('is nothing but zeros where nothing is held and nothing was spent', () => {
    expect(healthOf([lane('BTC', { state: 'idle' })])).toEqual({
      unknowns: 0,
      anomalies: 0,
      blocked: 0,
      longestBlockSeconds: 0,
      overdueUnbooked: 0,
      longestBlockedTradeSeconds: 0,
      budgetUsedPercent: 0,
    });
  });

  it('counts a trade of two currencies as one unknown request and two blocked currencies', () => {
    const lanes = [lane('BTC', blocked('unknown', 60)), lane('USD', blocked('unknown', 90))];
    expect(healthOf(lanes)).toMatchObject({
      unknowns: 1,
      anomalies: 0,
      blocked: 2,
      longestBlockSeconds: 90,
    });
  });

  it('says how long a trade has held its currencies, and nothing of withdrawals', () => {
    const debits = [taken({ kind: 'traded', of: '', unit: 'USD' }, '1', AT)];
    const claim = { ...CLAIM, claimedAt: plusSeconds(AT, -901), debits };
    const status: LaneStatus = { state: 'unknown', claim, since: plusSeconds(AT, -900) };
    const withdrawal = lane('ETH', blocked('unknown', 7_200, 'two'));
    expect(healthOf([withdrawal]).longestBlockedTradeSeconds).toBe(0);
    const lanes = [withdrawal, lane('BTC', status), lane('USD', status)];
    expect(healthOf(lanes).longestBlockedTradeSeconds).toBe(901);
  });

  it('counts anomalies and refusals as blocked, and what is being sent as neither', () => {
    const lanes = [
      lane('BTC', blocked('anomaly', 10)),
      lane('ETH', blocked('rejected', 7_200, 'two')),
      lane('USD', { state: 'sending', claim: CLAIM }),
    ];
    expect(healthOf(lanes)).toMatchObject({
      unknowns: 0,
      anomalies: 1,
      blocked: 2,
      longestBlockSeconds: 7_200,
    });
  });
});

describe('the budget that is used up most', () => {
  const used = usedBy(RULE.id, { hours: { '2026-01-05T11:00:00.000Z': '4.5' } });
  const lanes = [lane('BTC', { state: 'idle' }, used)];
  const withBudget = (per24Hours: string, enabled = true): Policy => ({
    ...NO_POLICY,
    rules: [{ ...RULE, enabled, budgets: { per24Hours } }],
  });

  it('is that of a rule, rounded up so that an alarm is never late', () => {
    expect(healthOf(lanes, withBudget('5')).budgetUsedPercent).toBe(90);
    expect(healthOf(lanes, withBudget('5.0001')).budgetUsedPercent).toBe(90);
  });

  it('is none of a rule that is switched off', () => {
    expect(healthOf(lanes, withBudget('5', false)).budgetUsedPercent).toBe(0);
  });

  it('is used up by anything where it allows nothing', () => {
    expect(healthOf(lanes, withBudget('0')).budgetUsedPercent).toBe(100);
    expect(healthOf([IDLE_LANE], withBudget('0')).budgetUsedPercent).toBe(0);
  });

  it('is that of trades, of all people together or of one of them', () => {
    const unit = CONTROLS.reportingCurrency;
    const of = (kind: 'traded' | 'trader', name: string, amount: string) =>
      counted({ kind, of: name, unit }, { hours: { '2026-01-05T11:00:00.000Z': amount } });
    const traded: SharedCounts = {
      tenant: 'main',
      counts: [of('traded', '', '600'), of('trader', 'tina', '500'), of('trader', 'tom', '100')],
      version: 3,
    };
    const limited = (per24Hours: { total?: string; person?: string }): Policy => ({
      ...NO_POLICY,
      controls: { ...CONTROLS, trades: { ...CONTROLS.trades, per24Hours } },
    });
    expect(healthOf([], limited({ total: '1000' }), traded).budgetUsedPercent).toBe(60);
    expect(healthOf([], limited({ total: '1000', person: '625' }), traded).budgetUsedPercent).toBe(
      80,
    );
  });
});
