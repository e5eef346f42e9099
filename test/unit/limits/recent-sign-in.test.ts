import { expect, it } from 'vitest';
import { TWO_PEOPLE } from '../../../api/roles/two-people.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';
import {
  takesRecentSignIn as consoleTakes,
  RECENT_MINUTES,
} from '../../../console/approving/recent-sign-in.ts';
import {
  RECENT_SIGN_IN_SECONDS,
  signInAge,
  takesRecentSignIn,
} from '../../../treasury/limits/recent-sign-in.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../../../treasury/time/clock-skew.ts';

const NOW = 1_767_603_600;

it.each([
  [0, 'recent'],
  [RECENT_SIGN_IN_SECONDS - 0.001, 'recent'],
  [RECENT_SIGN_IN_SECONDS, 'old'],
  [-MAX_CLOCK_SKEW_SECONDS, 'recent'],
  [-MAX_CLOCK_SKEW_SECONDS - 0.001, 'ahead'],
  [Number.POSITIVE_INFINITY, 'old'],
])('a sign-in %d seconds ago is %s', (seconds, age) => {
  expect(signInAge(NOW - seconds, NOW)).toBe(age);
});

const withdrawal = (value?: { amount: string; currency: string }) =>
  ({ content: { kind: 'withdrawal' }, ...(value && { value }) }) as never;
const USD = (amount: string) => withdrawal({ amount, currency: 'USD' });

it.each([
  ['above the tier of two people', USD('10.01'), { oneAbove: '1', twoAbove: '10' }, true],
  ['at the tier of two people', USD('10.00'), { oneAbove: '1', twoAbove: '10' }, false],
  ['above the tier of one, without another', USD('1.01'), { oneAbove: '1' }, true],
  ['below the tier of one', USD('0.9'), { oneAbove: '1' }, false],
  ['without a tier', USD('0.9'), {}, true],
  ['without a value', withdrawal(), { twoAbove: '10' }, true],
  [
    'valued in another currency',
    withdrawal({ amount: '1', currency: 'EUR' }),
    { twoAbove: '10' },
    true,
  ],
  [
    'of more digits than a number has',
    USD('90071992547409.930000000001'),
    { twoAbove: '90071992547409.93' },
    true,
  ],
  ['a trade', { content: { kind: 'trade' } } as never, { twoAbove: '10' }, true],
])('a recent sign-in is decided alike here and in the console: %s', (_, instruction, tiers, is) => {
  const controls = { reportingCurrency: 'USD', approvalTiers: tiers };
  expect(takesRecentSignIn(instruction, controls)).toBe(is);
  expect(consoleTakes(instruction, controls)).toBe(is);
});

it('is as long in the console as in the API', () => {
  expect(RECENT_MINUTES * 60).toBe(RECENT_SIGN_IN_SECONDS);
});

it('is declared by each route on which a second person agrees, but for the closing of a break', () => {
  const declaring = ROUTES.filter(({ declaration }) => declaration.recentSignIn !== undefined);
  const agreed = Object.values(TWO_PEOPLE).map(([, second]) => second);
  expect(new Set([...declaring.map(routeKeyOf), 'POST /v1/breaks/{id}/close'])).toEqual(
    new Set([...agreed, 'POST /v1/trades/{id}/settle']),
  );
});
