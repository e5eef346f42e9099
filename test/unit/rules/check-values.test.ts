import { describe, expect, it } from 'vitest';
import { ruleDecisionSchema } from '../../../treasury/decisions/decision.ts';
import { showDecision } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { rule } from '../../samples/policy.ts';
import { decideOne, decisionOf } from './samples.ts';

const valuesOf = (decision: ReturnType<typeof decideOne>) =>
  Object.fromEntries(
    decision.checks.flatMap(({ limit, value }) => (value === undefined ? [] : [[limit, value]])),
  );

describe('the number behind a check', () => {
  it('stands beside what was seen, where that is a number', () => {
    expect(valuesOf(decideOne({ rules: [rule({ maximum: '6' })] }))).toEqual({
      'balance-age': expect.stringMatching(/^\d+(\.\d+)?$/),
      threshold: '20',
      keep: '14',
      allocation: '15',
      maximum: '6',
      step: '6',
      minimum: '6',
      approval: '6',
    });
  });

  it('is left out where it has more digits than decimal text, so that the decision stays readable', () => {
    const balances = { BTC: { total: '20.1234567890123456789012345' } };
    const allocation = { kind: 'percentage', basis: 'surplus', percent: '33.3333333' } as const;
    const decision = decisionOf({ rules: [rule({ allocation })], balances });
    expect(valuesOf(showDecision(decision))).not.toHaveProperty('allocation');
    expect(ruleDecisionSchema.safeParse(decision)).toMatchObject({ success: true });
  });
});
