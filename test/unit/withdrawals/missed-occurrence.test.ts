import { describe, expect, it } from 'vitest';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { refuseMissed } from '../../../treasury/withdrawals/missed-occurrence.ts';
import { ACCOUNT, RULE, rule } from '../../samples/policy.ts';
import { LANE, laneUsing } from '../rules/samples.ts';

const FELL = '2025-11-25T09:00:00.000Z';
const NOW = '2025-12-20T10:00:00.000Z';
const PAYROLL = rule({ schedule: { kind: 'cron', expression: '0 9 25 * ? *', timeZone: 'UTC' } });

function refusalOf(
  change: {
    readonly rule?: SweepRule;
    readonly ruleId?: string;
    readonly occurrence?: string;
    readonly lane?: Lane;
    readonly account?: typeof ACCOUNT;
    readonly now?: string;
  } = {},
) {
  const { ruleId = RULE.id, occurrence = FELL, lane = LANE, account = ACCOUNT, now = NOW } = change;
  const rules = [change.rule ?? PAYROLL];
  return refuseMissed({ ruleId, occurrence }, { rules }, account, lane, now)?.code ?? null;
}

describe('a missed occurrence that a person asks for', () => {
  it('is one that the rule cannot carry out any more, recorded as missed or not yet', () => {
    expect(refusalOf()).toBeNull();
    expect(refusalOf({ lane: laneUsing({ lastOccurrence: FELL }) })).toBeNull();
  });

  it.each([
    ['of a rule that is none', { ruleId: 'another' }, 'occurrence-unknown'],
    ['of a rule on every snapshot', { rule: RULE }, 'occurrence-unknown'],
    [
      'at which the schedule does not fall',
      { occurrence: '2025-11-24T09:00:00.000Z' },
      'occurrence-unknown',
    ],
    ['at another second', { occurrence: '2025-11-25T09:00:00.500Z' }, 'occurrence-unknown'],
    [
      'to another account',
      { account: { ...ACCOUNT, id: crypto.randomUUID() } },
      'occurrence-unknown',
    ],
    ['to come', { occurrence: '2025-12-25T09:00:00.000Z' }, 'occurrence-not-missed'],
    ['that the rule may still start', { now: '2025-11-25T10:00:00.000Z' }, 'occurrence-not-missed'],
    [
      'from before a re-arming',
      { lane: { ...LANE, rearmedAt: FELL } },
      'occurrence-before-rearming',
    ],
  ] as const)('is none %s', (_, change, code) => {
    expect(refusalOf(change)).toBe(code);
  });
});
