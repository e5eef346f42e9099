import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { splitAmount } from '../../../treasury/policy/split-amount.ts';
import type { RuleSplit } from '../../../treasury/policy/split-schema.ts';

const IDS = ['a', 'b', 'c', 'd'];
const weights = (...percents: readonly string[]): RuleSplit => ({
  kind: 'weights',
  parts: percents.map((percent, index) => ({ withdrawalAccountId: IDS[index] ?? '', percent })),
});
const amounts = (...own: readonly string[]): RuleSplit => ({
  kind: 'amounts',
  parts: [...own, undefined].map((amount, index) => ({
    withdrawalAccountId: IDS[index] ?? '',
    ...(amount !== undefined && { amount }),
  })),
});
const divided = (split: RuleSplit, total: string, step: string): readonly string[] =>
  splitAmount(split, decimalOf(total), step).map(({ amount }) => amount.toFixed());

describe('by weights', () => {
  it('gives each part its share where it comes out even', () => {
    expect(divided(weights('60', '40'), '10', '0.1')).toEqual(['6', '4']);
  });

  it('gives the steps left over to the parts whose shares lost most', () => {
    // 10.1 in steps of 0.1: 50.5, 30.3 and 20.2 steps. The first lost most.
    expect(divided(weights('50', '30', '20'), '10.1', '0.1')).toEqual(['5.1', '3', '2']);
    // 7 steps: 2.33, 2.33 and 2.34.
    expect(divided(weights('33.3', '33.3', '33.4'), '7', '1')).toEqual(['2', '2', '3']);
  });

  it('gives the step left over to the earlier of two that lost the same', () => {
    expect(divided(weights('50', '50'), '5', '1')).toEqual(['3', '2']);
    expect(divided(weights('25', '25', '25', '25'), '0.06', '0.01')).toEqual([
      '0.02',
      '0.02',
      '0.01',
      '0.01',
    ]);
  });

  it('leaves parts without anything where there are fewer steps than parts', () => {
    expect(divided(weights('10', '10', '80'), '1', '1')).toEqual(['0', '0', '1']);
    expect(divided(weights('40', '30', '30'), '2', '1')).toEqual(['1', '1', '0']);
  });

  it('keeps every digit of the largest amounts in the smallest steps', () => {
    const step = `0.${'0'.repeat(29)}1`;
    const total = `${'9'.repeat(30)}.${'9'.repeat(30)}`;
    const parts = splitAmount(weights('33.333333333', '66.666666667'), decimalOf(total), step);
    expect(parts.reduce((sum, { amount }) => sum.plus(amount), decimalOf('0')).toFixed()).toBe(
      total,
    );
  });
});

describe('by amounts', () => {
  it('gives each part its own in order, and the last one the rest', () => {
    expect(divided(amounts('3', '2'), '10', '1')).toEqual(['3', '2', '5']);
  });

  it('gives the part that there is not enough for what is left, and those after it nothing', () => {
    expect(divided(amounts('3', '2'), '4', '1')).toEqual(['3', '1', '0']);
    expect(divided(amounts('3', '2'), '5', '1')).toEqual(['3', '2', '0']);
    expect(divided(amounts('3', '2'), '2', '1')).toEqual(['2', '0', '0']);
  });
});

it('divides only amounts in whole steps', () => {
  expect(() => divided(weights('50', '50'), '1.05', '0.1')).toThrow('in no steps of 0.1');
});
