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
