import { describe, expect, it } from 'vitest';
import { PROGRAM_ROLES } from '../../../api/roles/roles.ts';
import { ALIKE, TWO_PEOPLE } from '../../../api/roles/two-people.ts';
import { ROUTES } from '../../../api/routes/routes.ts';
import { approvalsOfRequest } from '../../../treasury/instructions/requester.ts';

/** Routes on which something of two people begins, or is agreed to, and that admit a program. */
function openToPrograms(): readonly string[] {
  const keys = new Set<string>([...Object.values(TWO_PEOPLE).flat(), ...Object.keys(ALIKE)]);
  return ROUTES.filter(
    ({ key, declaration }) =>
      keys.has(key) &&
      PROGRAM_ROLES.some((role) => declaration.roles.some((each) => each === role)),
  ).map(({ key }) => key);
}

describe('a program among two people', () => {
  it('asks for trades alone, which then take two people', () => {
    expect(openToPrograms()).toEqual(['POST /v1/trades']);
    expect(approvalsOfRequest('program:desk')).toBe(2);
    expect(approvalsOfRequest('desk')).toBe(1);
  });
});
