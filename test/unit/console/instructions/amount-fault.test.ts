import { expect, it } from 'vitest';
import { amountFault } from '../../../../console/instructions/amount-fault.ts';

it('takes an amount as the API does, and says what is wrong with another', () => {
  expect(amountFault('0.25')).toBeNull();
  for (const text of ['', '0', '1,5', '1e5', '.5', '-1', '1 000']) {
    expect(amountFault(text), text).not.toBeNull();
  }
});
