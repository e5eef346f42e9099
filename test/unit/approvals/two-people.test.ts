import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  ALIKE,
  ALONE,
  FIRST_WORD_OF,
  TWO_PEOPLE,
  twoPeoplePage,
} from '../../../api/roles/two-people.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';

it('every route that changes anything takes two people, or is said to be for one', () => {
  const changing = ROUTES.filter(({ method }) => method !== 'GET').map(routeKeyOf);
  const said = [...Object.values(TWO_PEOPLE).flat(), ...Object.keys(ALIKE), ...Object.keys(ALONE)];
  expect([...new Set(said)].sort()).toEqual([...changing].sort());
});

it('the test that is named for each first word writes to the table', () => {
  for (const { sealed, test } of Object.values(FIRST_WORD_OF)) {
    const writes = /tableHand|PutItemCommand/.test(readFileSync(test, 'utf8'));
    expect([test, writes]).toEqual([test, sealed !== null]);
  }
});

it('docs/two-people.md is what the contract says', () => {
  expect(readFileSync('docs/two-people.md', 'utf8')).toBe(twoPeoplePage(ROUTES));
});
