import { expect, it } from 'vitest';
import { EXPORT_ROLES } from '../../../api/routes/exports.ts';
import { ROUTES } from '../../../api/routes/routes.ts';

it('an export is for the roles of the report that it is of', () => {
  const declared = new Map<string, readonly string[]>(ROUTES.map(({ key, roles }) => [key, roles]));
  for (const [key, roles] of Object.entries(EXPORT_ROLES)) expect(declared.get(key)).toEqual(roles);
});

it('every route is declared under one function, and once', () => {
  const keys = ROUTES.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
