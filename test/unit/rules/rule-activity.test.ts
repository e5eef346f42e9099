import { describe, expect, it } from 'vitest';
import { PIECES } from '../../../treasury/counters/counter.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { ruleActivity } from '../../../treasury/rules/rule-activity.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { counted, type Used, usedBy } from '../../samples/counts.ts';
import { RULE, rule } from '../../samples/policy.ts';
import { LANE, NOW } from './samples.ts';

const HOUR = `${NOW.slice(0, 13)}:00:00.000Z`;
const DAILY = {
  kind: 'cron',
  expression: '0 9 * * ? *',
  timeZone: 'Europe/Zurich',
} as const;

function laneWith(used: Used): Lane {
  return { ...LANE, ...usedBy(RULE.id, used) };
}

describe('where a rule stands', () => {
  it('is without a sweep as long as its currency has no lane', () => {
    const { lastSweepAt, budgets } = ruleActivity(
      rule({ budgets: { per24Hours: '10' } }),
      undefined,
      NOW,
      null,
    );
    expect(lastSweepAt).toBeNull();
    expect(budgets).toEqual({ per24Hours: { limit: '10', used: '0', left: '10' } });
  });

  it('has the next time of a schedule, unless the rule is switched off', () => {
    const next = ruleActivity(rule({ schedule: DAILY }), LANE, NOW, null).nextOccurrence;
    expect(next).toMatch(/T08:00:00\.000Z$/);
    expect(next && next > NOW).toBe(true);
    expect(
      ruleActivity(rule({ schedule: DAILY, enabled: false }), LANE, NOW, null).nextOccurrence,
    ).toBeNull();
    expect(ruleActivity(RULE, LANE, NOW, null).nextOccurrence).toBeNull();
  });

  it('has what its budgets have used by the buckets of the lane', () => {
    const hour = `${NOW.slice(0, 13)}:00:00.000Z`;
    const day = `${NOW.slice(0, 10)}T00:00:00.000Z`;
    const lane = laneWith({ hours: { [hour]: '4' }, days: { [day]: '12' }, lastClaimedAt: NOW });
    const budgets = { per24Hours: '10', per30Days: '10' };
    expect(ruleActivity(rule({ budgets }), lane, NOW, null)).toMatchObject({
      lastSweepAt: null,
      lastTriedAt: NOW,
      budgets: {
        per24Hours: { limit: '10', used: '4', left: '6' },
        per30Days: { limit: '10', used: '12', left: '0' },
      },
    });
  });

  it('has the last that left, not the last that was tried', () => {
    const left = plusSeconds(NOW, -86_400);
    const lane = laneWith({ lastClaimedAt: NOW, lastLeftAt: left });
    expect(ruleActivity(RULE, lane, NOW, null)).toMatchObject({
      lastSweepAt: left,
      lastTriedAt: NOW,
    });
  });

  it('says how often it withdrew, and from when on it may again', () => {
    const often = rule({ withdrawalsPer24Hours: 2 });
    const of = (hours: Readonly<Record<string, string>>) => {
      const withdrawals = { kind: 'withdrawals', of: often.id, unit: PIECES } as const;
      const counts = [counted(withdrawals, { hours })];
      return ruleActivity(often, { ...laneWith({}), counts }, NOW, null).withdrawalsPer24Hours;
    };
    expect(of({})).toEqual({ limit: 2, used: 0, left: 2 });
    expect(of({ [HOUR]: '1' })).toEqual({ limit: 2, used: 1, left: 1 });
    const roomAt = plusSeconds(HOUR, 25 * 3_600);
    expect(of({ [HOUR]: '3' })).toEqual({ limit: 2, used: 3, left: 0, roomAt });
    expect(ruleActivity(RULE, laneWith({}), NOW, null)).not.toHaveProperty('withdrawalsPer24Hours');
  });

  it('says until when it pauses or rests, and not once that is over', () => {
    const until = plusSeconds(NOW, 60);
    const lane = laneWith({ backoffUntil: until, lastClaimedAt: NOW });
    const resting = rule({ cooldownSeconds: 120 });
    expect(ruleActivity(resting, lane, NOW, null)).toMatchObject({
      pausedUntil: until,
      restsUntil: plusSeconds(NOW, 120),
    });
    const later = ruleActivity(resting, lane, plusSeconds(NOW, 121), null);
    expect(later.pausedUntil).toBeUndefined();
    expect(later.restsUntil).toBeUndefined();
  });
});
