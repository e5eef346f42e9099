import { describe, expect, it } from 'vitest';
import { problem, problemResponse } from '../../../api/problems/problem.ts';
import { bodyFields } from '../../../api/requests/body-fields.ts';
import { instructionView } from '../../../api/responses/instruction-view.ts';
import { PROPOSED } from '../../samples/instructions.ts';

describe('a problem', () => {
  it('has its code beside its type', () => {
    const answer = problemResponse(problem('not-found'), 'request-1');
    expect(JSON.parse(answer.body ?? '')).toMatchObject({
      type: 'urn:sluice:problem:not-found',
      code: 'not-found',
    });
  });

  it('points to what the checks of the policy name', () => {
    const problem = { path: 'rules[2].budgets.per24Hours', seen: '"0"', accepted: 'more' };
    expect(bodyFields([problem])).toMatchObject([
      { field: 'rules.2.budgets.per24Hours', pointer: '/rules/2/budgets/per24Hours' },
    ]);
  });
});

describe('an instruction that was released', () => {
  it.each([
    ['evidence' as const, ['evidence']],
    [['ann', 'tom'] as const, ['ann', 'tom']],
  ])('says by whom as a list, where it was %j', (by, shown) => {
    const at = '2026-01-05T09:00:00.000Z';
    const status = { state: 'released', at, by, comment: 'not on the list' } as const;
    expect(instructionView({ ...PROPOSED, status })).toMatchObject({ status: { by: shown } });
  });
});
