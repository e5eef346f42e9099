import { describe, expect, it } from 'vitest';
import { draftEffect } from '../../../../console/proposing/draft-effect.ts';
import { showComparison } from '../../../../treasury/changes/widens.ts';
import { CASES } from '../../changes/cases.ts';

type Kind = Parameters<typeof draftEffect>[0];

const DRAFTED: readonly string[] = [
  'account',
  'calendar',
  'controls',
  'matching-rule',
  'webhook',
] satisfies readonly Kind[];

const comparisons = Object.values(CASES)
  .flatMap((cases) => cases.map(({ what, comparison }) => ({ what, comparison })))
  .filter(({ comparison: { kind } }) => DRAFTED.includes(kind));

describe('what a draft does', () => {
  it.each(comparisons)('is said to its proposer as to its approver: $what', ({ comparison }) => {
    const { kind, before, after } = comparison;
    expect(draftEffect(kind as Kind, before, after)).toEqual(showComparison(comparison));
  });

  it('tries each kind that has a form', () => {
    expect([...new Set(comparisons.map(({ comparison: { kind } }) => kind))].sort()).toEqual(
      DRAFTED,
    );
  });

  it('is compared with the defaults of the API: what it fills in is no change', () => {
    const before = { mode: 'live', reportingCurrency: 'USD', lateExecutionBoundSeconds: 900 };
    const after = { mode: 'live', reportingCurrency: 'USD' };
    expect(draftEffect('controls', before, after)).toEqual({ differences: [], widens: [] });
  });

  it('is not known where the API would not take it', () => {
    expect(draftEffect('account', null, { label: 'Cold' })).toBeNull();
  });
});
