import { expect, it } from 'vitest';
import { restatements } from '../../../treasury/statements/restatement.ts';
import { MARCH } from '../reporting/formats/sample-statement.ts';

/** March without the references of its movements, as a function that did not keep them has frozen it. */
const WITHOUT = {
  ...MARCH,
  currencies: MARCH.currencies.map((each) => ({
    ...each,
    movements: each.movements.map(({ reference: _, ...movement }) => movement),
  })),
};

it('a reference that a frozen month does not have is no later knowledge of it', () => {
  expect(restatements(WITHOUT, MARCH)).toEqual([]);
  expect(restatements(MARCH, WITHOUT)).toEqual([]);
  const [first, ...others] = MARCH.currencies;
  if (first === undefined) throw new Error('there is a first currency');
  const moved = { ...MARCH, currencies: [{ ...first, movements: [] }, ...others] };
  expect(restatements(WITHOUT, moved)).toMatchObject([{ currency: first.currency, now: [] }]);
});

it('a manual rate that one of the two rests on is no later knowledge, nor what follows from it', () => {
  const [first] = MARCH.currencies;
  if (first === undefined) throw new Error('there is a first currency');
  const { reconciling: _, ...bare } = first;
  const without = { price: null, value: null };
  const { currency } = first;
  const manualRate = { id: 'rate', version: 1, currency, in: 'USD', rate: '1.1' };
  const unvalued = {
    ...bare,
    opening: { ...first.opening, ...without },
    closing: { ...first.closing, ...without },
    movements: [],
  };
  const rated = {
    ...unvalued,
    closing: { ...first.closing, price: '1.1', value: '11', manualRate },
    revaluation: '11',
  };
  const [frozen, now] = [unvalued, rated].map((each) => ({ ...MARCH, currencies: [each] }));
  if (frozen === undefined || now === undefined) throw new Error('there are two');
  expect(restatements(frozen, now)).toEqual([]);
  expect(restatements(now, frozen)).toEqual([]);
});
