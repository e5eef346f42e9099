import { describe, expect, it } from 'vitest';
import { SluiceProblem } from '../../../../clients/typescript/src/index.ts';
import { joined, numbersOf, type Span } from '../../../../console/decisions/spans.ts';
import { inUnit, secondsOf, unitOf } from '../../../../console/screens/rules/durations.ts';
import { nextSnapshotAt } from '../../../../console/screens/rules/next-snapshot.ts';
import { refusedFields } from '../../../../console/screens/rules/refused-fields.ts';

const SPAN: Span = {
  ...{ ruleId: 'btc-cold', ruleVersion: 1, reason: 'below-threshold', open: true },
  ...{ since: '2026-10-12T09:05:00.000Z', from: '2026-11-01T00:00:00.000Z' },
  ...{ until: '2026-11-22T13:00:00.000Z', count: 10 },
  ...{ least: { threshold: '0.5' }, most: { threshold: '1.75' } },
};

describe('the stretches of a rule', () => {
  it('are one over the end of a month, with the least and the most of both pieces', () => {
    const october = {
      ...{ ...SPAN, open: false, count: 5, from: SPAN.since, until: '2026-10-31T23:55:00.000Z' },
      ...{ least: { threshold: '0.25' }, most: { threshold: '10' } },
    };
    expect(joined([SPAN, october])).toEqual([
      { ...SPAN, from: SPAN.since, count: 15, ...{ least: october.least, most: october.most } },
    ]);
    expect(joined([SPAN, { ...october, ruleVersion: 2 }])).toHaveLength(2);
  });

  it('have the numbers behind their reason, and none that are not there', () => {
    expect(numbersOf(SPAN)).toEqual([
      { limit: 'threshold', unit: 'amount', least: '0.5', most: '1.75' },
    ]);
    expect(numbersOf({ ...SPAN, reason: 'stale-balance' })).toEqual([]);
  });
});

describe('a length of time', () => {
  it('is typed in the unit that suits it', () => {
    expect(unitOf('7200')).toBe('hours');
    expect(unitOf('90')).toBe('seconds');
    expect(unitOf('')).toBe('minutes');
    expect(inUnit('7200', 'hours')).toBe('2');
    expect(secondsOf('2', 'hours')).toBe('7200');
    expect(secondsOf('two', 'hours')).toBe('two');
  });
});

describe('the next run', () => {
  it('follows the last snapshot by the interval', () => {
    const lastSnapshot = { scheduledFor: '2026-11-22T13:00:00.000Z' };
    expect(nextSnapshotAt({ lastSnapshot, everySeconds: 300 })).toBe('2026-11-22T13:05:00.000Z');
    expect(nextSnapshotAt({ lastSnapshot: null, everySeconds: 300 })).toBeNull();
  });
});

describe('a refusal of the API', () => {
  it('stands beside the field that it is about', () => {
    const at = (pointer: string) => ({ field: 'x', pointer, seen: '7', accepted: 'at most 5' });
    const body = {
      ...{ code: 'invalid-body', title: 'No', status: 400, requestId: 'r' },
      fields: [at('/rules/0/keep'), at('/budgets/per24Hours')],
    };
    expect(refusedFields(new SluiceProblem(body, undefined))).toEqual({
      keep: 'Accepted: at most 5.',
      'budgets.per24Hours': 'Accepted: at most 5.',
    });
    expect(refusedFields(new Error('no'))).toEqual({});
  });
});
