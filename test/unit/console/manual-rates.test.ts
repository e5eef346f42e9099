import { expect, it } from 'vitest';
import { valuedWith } from '../../../console/display/manual-rates.ts';

it('names the manual rates in the values that are shown, with their numbers, and nothing without any', () => {
  const rate = { id: 'chf-2026', version: 2, currency: 'CHF', in: 'USD', rate: '1.13' };
  const gold = { ...rate, id: 'xau-2026', version: 1, currency: 'XAU', in: 'EUR', rate: '2000' };
  expect(valuedWith([rate, gold])).toBe(
    'Valued with manual rate chf-2026 version 2 (1 CHF = 1.13 USD), manual rate xau-2026 version 1 (1 XAU = 2000 EUR).',
  );
  expect(valuedWith([])).toBeNull();
});
