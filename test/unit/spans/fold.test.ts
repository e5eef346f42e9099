import { describe, expect, it } from 'vitest';
import { closeDeparted, foldRuns, MAX_CLOSINGS_PER_DAY } from '../../../treasury/spans/fold.ts';
import type { OpenSpans } from '../../../treasury/spans/span.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../../samples/decision-runs.ts';

const START = '2026-01-05T00:00:00.000Z';
const at = (minutes: number, start = START) => plusSeconds(start, 60 * minutes);
const NONE: OpenSpans = {
  tenant: TENANT,
  through: '2025-01-01T00:00:00.000Z',
  rules: [],
  version: 0,
};
const below: Decided = { reason: 'below-threshold' };
const sweep: Decided = { reason: 'sweep' };

/** One decision about one rule a minute. */
const minutes = (decided: readonly Decided[], start = START) =>
  decided.map((each, minute) => runAt(at(minute, start), each));

describe('the spans of a rule', () => {
  it('go on while version and reason are the same, with the least and most of every number', () => {
    const values = ['4', '10', '-0.5', '9.99'];
    const { open, closed } = foldRuns(
      NONE,
      minutes(values.map((threshold) => ({ ...below, values: { threshold } }))),
    );
    expect(closed).toEqual([]);
    expect(open).toMatchObject({ through: at(3), rules: [{ ruleId: 'btc' }] });
    expect(open.rules[0]?.span).toEqual({
      ruleVersion: 1,
      reason: 'below-threshold',
      since: at(0),
      from: at(0),
      until: at(3),
      count: 4,
      least: { threshold: '-0.5' },
      most: { threshold: '10' },
    });
  });

  it.each([
    ['reason', { reason: 'halted' }],
    ['version of the rule', { ...below, version: 2 }],
  ] as const)('close when the %s changes', (_, other) => {
    const { open, closed } = foldRuns(NONE, minutes([below, below, other]));
    expect(closed).toMatchObject([{ span: { from: at(0), until: at(1), count: 2 } }]);
    expect(open.rules).toMatchObject([{ span: { since: at(2), from: at(2), count: 1 } }]);
  });

  it('remember the last sweep behind the spans that follow it', () => {
    const { open } = foldRuns(NONE, minutes([below, sweep, below, below]));
    expect(open.rules).toMatchObject([
      { lastSweepAt: at(1), span: { reason: 'below-threshold', count: 2 } },
    ]);
  });

  it('are cut at the end of a month, and go on with the same beginning', () => {
    const start = '2026-01-31T23:58:00.000Z';
    const { open, closed } = foldRuns(NONE, minutes([below, below, below, below], start));
    expect(closed).toMatchObject([{ span: { since: start, from: start, until: at(1, start) } }]);
    expect(open.rules).toMatchObject([
      { span: { since: start, from: '2026-02-01T00:00:00.000Z', count: 2 } },
    ]);
  });

  it('go on over runs that left the rule out, and over hours without runs', () => {
    const runs = [
      runAt(at(0), below, { ...below, rule: 'eth' }),
      runAt(at(1), below),
      runAt(at(600), below, { ...below, rule: 'eth' }),
    ];
    const { open, closed } = foldRuns(NONE, runs);
    expect(closed).toEqual([]);
    expect(open.rules.map(({ ruleId, span }) => [ruleId, span.since, span.count])).toEqual([
      ['btc', at(0), 3],
      ['eth', at(0), 2],
    ]);
  });

  it('close with their last run when the rule has left the policy', () => {
    const runs = [runAt(at(0), below, { ...below, rule: 'eth' }), runAt(at(1), below)];
    const { open, closed } = closeDeparted(foldRuns(NONE, runs), new Set(['btc']));
    expect(closed).toMatchObject([{ ruleId: 'eth', span: { until: at(0), count: 1 } }]);
    expect(open.rules.map(({ ruleId }) => ruleId)).toEqual(['btc']);
  });

  it('count a run once, whatever parts it has and however often it is folded in', () => {
    const run = runAt(at(0), below);
    const other = { ...runAt(at(0), { ...below, rule: 'eth' }), part: 1 };
    const first = foldRuns(NONE, [run, other, run]);
    expect(foldRuns(first.open, [run, other])).toEqual({ open: first.open, closed: [] });
    expect(first.open.rules.map(({ ruleId, span }) => [ruleId, span.count])).toEqual([
      ['btc', 1],
      ['eth', 1],
    ]);
  });

  it('begin anew without numbers of decisions that have none, as older ones', () => {
    const { open } = foldRuns(NONE, [runAt(at(0), below)]);
    expect(open.rules[0]?.span).toMatchObject({ least: {}, most: {} });
  });
});

describe('a rule whose reason changes with every run', () => {
  const flipping = Array.from({ length: 24 * 60 }, (_, minute) => (minute % 2 ? below : sweep));

  it('has so many spans in a day, and then one that varies to the end of it', () => {
    const { open, closed } = foldRuns(NONE, minutes(flipping));
    expect(closed).toHaveLength(MAX_CLOSINGS_PER_DAY);
    const count = 24 * 60 - MAX_CLOSINGS_PER_DAY;
    expect(open.rules).toMatchObject([
      {
        lastSweepAt: at(24 * 60 - 2),
        span: {
          reason: 'varying',
          from: at(MAX_CLOSINGS_PER_DAY),
          until: at(24 * 60 - 1),
          count,
          reasons: { sweep: count / 2, 'below-threshold': count / 2 },
        },
      },
    ]);
  });

  it('is told apart again on the next day', () => {
    const { open, closed } = foldRuns(NONE, minutes([...flipping, below, below, sweep]));
    expect(closed.slice(MAX_CLOSINGS_PER_DAY)).toMatchObject([
      { span: { reason: 'varying', until: at(24 * 60 - 1) } },
      { span: { reason: 'below-threshold', from: at(24 * 60), count: 2 } },
    ]);
    expect(open.rules).toMatchObject([{ closings: { count: 2 }, span: { reason: 'sweep' } }]);
  });
});
