import { describe, expect, it } from 'vitest';
import { DEFAULT_LATEST_START_SECONDS } from '../../../treasury/policy/policy-limits.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { EvaluateInput } from '../../../treasury/rules/evaluate.ts';
import { MAX_MISSED_COUNTED } from '../../../treasury/schedules/missed.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { CONTROLS, rule } from '../../samples/policy.ts';
import { checkLines, decideOne, LANE, laneUsing, withLane } from '../rules/samples.ts';

/** Whatever is left on the 25th of a month, at nine. */
const PAYROLL = rule({
  id: 'payroll',
  activeSince: '2025-09-01T00:00:00.000Z',
  schedule: { kind: 'cron', expression: '0 9 25 * ? *', timeZone: 'UTC' },
});
const DAILY: SweepRule = {
  ...PAYROLL,
  schedule: { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' },
};

function at(now: Instant, used: Instant, more: Partial<EvaluateInput> = {}) {
  const usage = { hours: {}, days: {}, failures: 0, lastOccurrence: used };
  const lane = { ...LANE, usage: { payroll: usage } };
  return {
    rules: [PAYROLL],
    now,
    balancesReadAt: now,
    occurrence: now,
    ...withLane(lane),
    ...more,
  };
}

const OCTOBER = '2025-10-25T09:00:00.000Z';
const NOVEMBER = '2025-11-25T09:00:00.000Z';

describe('an occurrence that is older than its rule may start late', () => {
  it('is missed, not caught up with: the payroll of the 25th, decided on 20 December after a halt', () => {
    const decision = decideOne(at('2025-12-20T10:00:00.000Z', OCTOBER));
    expect(decision).toMatchObject({
      outcome: 'no-sweep',
      reason: 'missed',
      occurrence: NOVEMBER,
      consumesOccurrence: true,
      missed: { count: 1, countedAll: true, first: NOVEMBER, last: NOVEMBER },
      explanation:
        'The occurrence of 2025-11-25 09:00 UTC is missed: the rule starts at most 1 hour after its time.',
    });
    expect(checkLines(decision.checks)).toContain(
      '- schedule: fell 2025-11-25 09:00 UTC, more than 1 hour ago | cron 0 9 25 * ? * UTC, started within 1 hour',
    );
  });

  it('is carried out up to that very moment, measured from the occurrence to the decision', () => {
    const exactly = decideOne(at('2025-11-25T10:00:00.000Z', OCTOBER));
    expect(exactly).toMatchObject({ outcome: 'sweep', occurrence: NOVEMBER });
    expect(exactly.missed).toBeUndefined();
    const late = decideOne(at('2025-11-25T10:00:00.001Z', OCTOBER));
    expect(late).toMatchObject({ reason: 'missed', occurrence: NOVEMBER });
  });

  it('starts as late as the rule says, where it says so', () => {
    const now = '2025-11-25T11:59:00.000Z';
    const patient = { ...PAYROLL, latestStartSeconds: 3 * DEFAULT_LATEST_START_SECONDS };
    expect(decideOne(at(now, OCTOBER, { rules: [patient] })).outcome).toBe('sweep');
    const strict = { ...PAYROLL, latestStartSeconds: 600 };
    expect(decideOne(at('2025-11-25T09:10:01.000Z', OCTOBER, { rules: [strict] }))).toMatchObject({
      reason: 'missed',
    });
  });

  it('is counted with all before it, in one decision', () => {
    const decision = decideOne(
      at('2026-01-05T11:00:00.000Z', '2026-01-01T09:00:00.000Z', { rules: [DAILY] }),
    );
    expect(decision).toMatchObject({
      reason: 'missed',
      missed: {
        count: 4,
        countedAll: true,
        first: '2026-01-02T09:00:00.000Z',
        last: '2026-01-05T09:00:00.000Z',
      },
    });
    expect(decision.explanation).toContain(
      'With it 4 occurrences are missed, the first 2026-01-02',
    );
  });

  it('stands beside the one that is still in time, which is carried out', () => {
    const decision = decideOne(
      at('2026-01-05T09:30:00.000Z', '2026-01-01T09:00:00.000Z', { rules: [DAILY] }),
    );
    expect(decision).toMatchObject({
      outcome: 'sweep',
      occurrence: '2026-01-05T09:00:00.000Z',
      missed: { count: 3, last: '2026-01-04T09:00:00.000Z' },
    });
    expect(decision.explanation).toContain('3 occurrences before it are missed');
  });

  it('is not counted to the end of time', () => {
    const everyMinute: SweepRule = {
      ...PAYROLL,
      schedule: { kind: 'cron', expression: '* * * * ? *', timeZone: 'UTC' },
    };
    const decision = decideOne(
      at('2026-01-05T09:00:30.000Z', '2025-10-01T09:00:00.000Z', { rules: [everyMinute] }),
    );
    expect(decision).toMatchObject({
      outcome: 'sweep',
      missed: { count: MAX_MISSED_COUNTED, countedAll: false },
    });
    expect(decision.explanation).toContain(`${MAX_MISSED_COUNTED} occurrences or more`);
  });

  it('waits, unrecorded, for a halt to end', () => {
    const halted = { ...CONTROLS, mode: 'halted' } as const;
    const decision = decideOne(at('2025-12-20T10:00:00.000Z', OCTOBER, { controls: halted }));
    expect(decision).toMatchObject({ reason: 'halted', consumesOccurrence: false });
    expect(decision.missed).toBeUndefined();
  });

  it('is none of a rule on every snapshot', () => {
    const used = laneUsing({ lastOccurrence: '2025-01-01T00:00:00.000Z' });
    expect(decideOne(withLane(used))).toMatchObject({ outcome: 'sweep' });
  });

  it('is none before this version of the rule counts', () => {
    const changed = { ...DAILY, activeSince: '2026-01-05T08:00:00.000Z' };
    const decision = decideOne(
      at('2026-01-05T09:30:00.000Z', '2026-01-01T09:00:00.000Z', { rules: [changed] }),
    );
    expect(decision.outcome).toBe('sweep');
    expect(decision.missed).toBeUndefined();
  });
});

describe('a lane that was armed again', () => {
  const rearmedAt = '2026-01-05T09:00:00.400Z';
  const lane = { ...LANE, rearmedAt };

  it('has nothing of before: no occurrence of a schedule, and none is missed', () => {
    const decision = decideOne({
      ...at('2026-01-05T09:00:30.000Z', OCTOBER, { rules: [DAILY] }),
      ...withLane({ ...lane, usage: {} }),
    });
    expect(decision).toMatchObject({ reason: 'not-scheduled', consumesOccurrence: false });
    expect(decision.missed).toBeUndefined();
  });

  it('has none of a snapshot that was delivered late, nor one whose instruction would have its id', () => {
    const of = (occurrence: Instant) =>
      decideOne({ occurrence, now: '2026-01-05T09:00:05.000Z', ...withLane(lane) });
    expect(of('2026-01-05T08:59:00.000Z')).toMatchObject({ reason: 'not-scheduled' });
    expect(of('2026-01-05T09:00:00.900Z')).toMatchObject({ reason: 'not-scheduled' });
    expect(of('2026-01-05T09:00:01.000Z')).toMatchObject({ outcome: 'sweep' });
  });

  it('goes on with what falls afterwards', () => {
    const decision = decideOne({
      ...at('2026-01-06T09:00:30.000Z', OCTOBER, { rules: [DAILY] }),
      ...withLane(lane),
    });
    expect(decision).toMatchObject({ outcome: 'sweep', occurrence: '2026-01-06T09:00:00.000Z' });
  });
});
