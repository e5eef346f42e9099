import { describe, expect, it } from 'vitest';
import { differences } from '../../../bench/calls/ledger-items.ts';
import { inTurns } from '../../../bench/warm/paired-run.ts';

describe('programs in turns', () => {
  it('are each first, second and third as often, and the first rounds are not kept', async () => {
    const made: string[] = [];
    const program = (name: string) => async () => `${name}${made.push(name)}`;
    const kept = await inTurns(1, 3, { a: program('a'), b: program('b'), c: program('c') });
    expect(made.join('')).toBe('abcbcacababc');
    expect(kept).toEqual({
      a: ['a6', 'a8', 'a10'],
      b: ['b4', 'b9', 'b11'],
      c: ['c5', 'c7', 'c12'],
    });
  });
});

describe('the differences of two states', () => {
  const item = (sk: string, value: string) => ({
    pk: { S: 'main#LANE' },
    sk: { S: sk },
    value: { S: value },
  });

  it('are items with other content, and those that only one has', () => {
    const one = [item('BTC', '1'), item('ETH', '1'), item('SOL', '1')];
    const other = [item('ETH', '2'), item('BTC', '1'), item('USD', '1')];
    expect(differences(one, other)).toEqual(['main#LANE\nETH', 'main#LANE\nSOL', 'main#LANE\nUSD']);
    expect(differences(one, one.toReversed())).toEqual([]);
  });
});
