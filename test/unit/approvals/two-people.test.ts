import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROUTES, routeKeyOf } from '../../../contract/routes.ts';
import { ALIKE, ALONE, TWO_PEOPLE, twoPeoplePage } from '../../../contract/two-people.ts';

it('every route that changes anything takes two people, or is said to be for one', () => {
  const changing = ROUTES.filter(({ method }) => method !== 'GET').map(routeKeyOf);
  const said = [...Object.values(TWO_PEOPLE).flat(), ...Object.keys(ALIKE), ...Object.keys(ALONE)];
  expect([...new Set(said)].sort()).toEqual([...changing].sort());
});

it('docs/two-people.md is what the contract says', () => {
  expect(readFileSync('docs/two-people.md', 'utf8')).toBe(twoPeoplePage());
});
