import { expect, it } from 'vitest';
import { lowBalances } from '../../../treasury/rules/low-balances.ts';
import { rule } from '../../samples/policy.ts';

const rules = [rule({ low: '4' })];
const at = (total: string, available?: string) => ({
  balances: { BTC: available === undefined ? { total } : { total, available } },
});

it('names what is below its low, and what would fill it to its target', () => {
  expect(lowBalances(at('3.5'), { rules })).toEqual([
    {
      ruleId: 'btc-surplus',
      currency: 'BTC',
      balance: '3.5',
      low: '4',
      target: '5',
      missing: '1.5',
    },
  ]);
  expect(lowBalances(at('4'), { rules })).toEqual([]);
  expect(lowBalances(at('9', '3'), { rules })).toMatchObject([{ balance: '3', missing: '2' }]);
});

it('takes a currency that the service does not list for empty', () => {
  expect(lowBalances({ balances: {} }, { rules })).toMatchObject([{ balance: '0', missing: '5' }]);
});

it('names no rule without a low, and none that is switched off', () => {
  expect(lowBalances(at('0'), { rules: [rule()] })).toEqual([]);
  expect(lowBalances(at('0'), { rules: [rule({ low: '4', enabled: false })] })).toEqual([]);
});
