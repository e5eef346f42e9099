import { describe, expect, it } from 'vitest';
import { judged } from '../../../bench/report/against-target.ts';
import { goalsTable } from '../../../bench/report/goal.ts';
import { median, percentile } from '../../../bench/report/statistics.ts';
import { asMarkdown, left, printed, right, type Table } from '../../../bench/report/table.ts';
import { ratesOf } from '../../../bench/warm/load-driver.ts';

describe('percentiles', () => {
  const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('are values that were measured, in whatever order they came', () => {
    expect(percentile(HUNDRED, 50)).toBe(50);
    expect(percentile(HUNDRED, 99)).toBe(99);
    expect(percentile(HUNDRED, 100)).toBe(100);
    expect(percentile(HUNDRED, 0)).toBe(1);
  });

  it('of a few are the next one up', () => {
    expect(percentile([30, 10, 20], 99)).toBe(30);
    expect(percentile([30, 10, 20], 34)).toBe(20);
    expect(percentile([7], 1)).toBe(7);
  });

  it('of nothing are no number', () => {
    expect(percentile([], 50)).toBeNaN();
  });

  it('leave what they are taken of as it was', () => {
    const values = [3, 1, 2];
    percentile(values, 50);
    expect(values).toEqual([3, 1, 2]);
  });

  it('compare numbers as numbers', () => {
    expect(percentile([10, 9, 100], 50)).toBe(10);
  });
});

describe('goals', () => {
  it('are marked where they are missed, on either side, and never without a bound', () => {
    const rows = goalsTable(
      '',
      [
        { goal: 'seconds', bound: 'at most', limit: 2, measured: 2 },
        { goal: 'more seconds', bound: 'at most', limit: 2, measured: 2.1 },
        { goal: 'score', bound: 'at least', limit: 95, measured: 94 },
        { goal: 'unknown', bound: 'at most', limit: 2, measured: Number.NaN },
        { goal: 'beside', bound: 'at most', limit: null, measured: 9 },
      ],
      [],
    ).rows;
    expect(rows.map(([, ...figures]) => figures)).toEqual([
      ['<= 2', '2 '],
      ['<= 2', '2.1*'],
      ['>= 95', '94*'],
      ['<= 2', 'NaN*'],
      ['', '9 '],
    ]);
  });
});

describe('a median', () => {
  it('is not moved by one slow run', () => {
    expect(median([1.1, 1, 900, 1.2, 0.9])).toBe(1.1);
  });

  it('of an even number is the lower one of the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2);
  });
});

describe('rates', () => {
  it('are answers by the time that asking took, not by the time of each', () => {
    // Two turns of ten at once: 40 answers in half a second, each of which took 100 ms.
    const turn = { answers: Array.from({ length: 20 }, () => 100), lastedMs: 250 };
    expect(ratesOf([turn, turn])).toEqual({ perSecond: 80, p50: 100, p99: 100 });
  });

  it('take percentiles over all turns', () => {
    const slow = { answers: [500], lastedMs: 500 };
    const quick = { answers: [10, 20, 30], lastedMs: 100 };
    expect(ratesOf([quick, slow])).toEqual({ perSecond: 4 / 0.6, p50: 20, p99: 500 });
  });
});

describe('a judged ratio', () => {
  it('is marked beyond its target only', () => {
    expect(judged(1.3, 1.3)).toBe('1.30 ');
    expect(judged(1.301, 1.3)).toBe('1.30*');
    expect(judged(0.5, 1.3)).toBe('0.50 ');
  });
});

describe('a table', () => {
  const TABLE: Table = {
    title: 'What was measured',
    columns: [left('name'), right('ms')],
    rows: [['a | b', '1.5'], ['lonely']],
    notes: ['One note.', 'Another.'],
  };

  it('is Markdown whose cells cannot end themselves', () => {
    expect(asMarkdown(TABLE).split('\n')).toEqual([
      '### What was measured',
      '',
      '| name | ms |',
      '| --- | ---: |',
      '| a \\| b | 1.5 |',
      '| lonely |  |',
      '',
      'One note.',
      '',
      'Another.',
      '',
    ]);
  });

  it('is printed with its columns aligned', () => {
    const [, title, titles, , first, second] = printed(TABLE).split('\n');
    expect([title, titles, first, second]).toEqual([
      'What was measured',
      'name     ms',
      'a | b   1.5',
      'lonely',
    ]);
  });
});
