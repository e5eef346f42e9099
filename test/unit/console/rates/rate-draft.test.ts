import { expect, it } from 'vitest';
import { bodyOf, NEW_RATE, rateDraftOf } from '../../../../console/screens/rates/rate-draft.ts';

const TYPED = {
  ...{ id: ' chf ', label: 'CHF', currency: 'chf', in: 'usd', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-04-01', source: 'a bank' },
};

it('a rate is proposed once every field is filled in, its codes in capitals', () => {
  expect(bodyOf({ ...TYPED, source: ' ' })).toBeNull();
  expect(bodyOf(TYPED)).toEqual({ ...TYPED, id: 'chf', currency: 'CHF', in: 'USD' });
});

it('a form comes back as it was kept, and empty where something else was', () => {
  expect(rateDraftOf(TYPED)).toEqual(TYPED);
  expect(rateDraftOf('a text')).toEqual(NEW_RATE);
  expect(rateDraftOf({ id: 4 })).toEqual(NEW_RATE);
});
