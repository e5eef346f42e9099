import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The folders whose files the two pages name. */
const ROOMS = readFileSync('tsconfig.json', 'utf8').match(/"include": \[([^\]]*)\]/)?.[1] ?? '';

it('every file and folder that CONTRIBUTING.md sends people to is there', () => {
  const rooms = [...ROOMS.matchAll(/"(\w+)"/g)].map(([, room]) => room);
  expect(rooms).toContain('treasury');
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.*-]+)+)`/g)]
    .map(([, place = '']) => place)
    .filter((place) => [...rooms, 'docs'].includes(place.split('/')[0]))
    .filter((place) => !/NAME|STAGE|\*/.test(place));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((place) => !existsSync(place))).toEqual([]);
});

it('every path that CODEOWNERS has a line for is there', () => {
  const lines = readFileSync('.github/CODEOWNERS', 'utf8').matchAll(/^(?:# )?\/(\S+) +@/gm);
  const paths = [...lines].map(([, place = '']) => place);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((place) => !existsSync(place))).toEqual([]);
});
