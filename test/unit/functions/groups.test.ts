import { describe, expect, it } from 'vitest';
import type { ApiEvent } from '../../../functions/http/api.ts';
import { groupsOf, requireGroup } from '../../../functions/http/groups.ts';
import { ProblemError } from '../../../functions/http/problem.ts';

function callerIn(claim: unknown): ApiEvent {
  const authorizer = { jwt: { claims: { 'cognito:groups': claim }, scopes: [] } };
  return { requestContext: { authorizer } } as unknown as ApiEvent;
}

describe("a caller's groups", () => {
  it.each([
    ['[trader viewer]', ['trader', 'viewer']],
    ['trader', ['trader']],
    [['trader'], ['trader']],
    ['[]', []],
    [undefined, []],
  ])('are read from the claim %j', (claim, groups) => {
    expect(groupsOf(callerIn(claim))).toEqual(groups);
  });

  it('let a trader trade', () => {
    expect(() => requireGroup(callerIn('[viewer trader]'), ['trader'])).not.toThrow();
  });

  it.each(['[viewer]', '[traders]', '[xtrader]', '', undefined])(
    'do not let %j trade, and say what is accepted',
    (claim) => {
      expect(() => requireGroup(callerIn(claim), ['trader'])).toThrow(ProblemError);
    },
  );
});
