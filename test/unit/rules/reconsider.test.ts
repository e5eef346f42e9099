import { describe, expect, it } from 'vitest';
import { type ReconsiderInput, reconsider } from '../../../treasury/rules/reconsider.ts';
import {
  ACCOUNT,
  CLAIM,
  CONTROLS,
  EPOCH,
  LANE,
  laneUsing,
  NOW,
  READ_AT,
  RULE,
  rule,
} from './samples.ts';

const INSTRUCTION = {
  instructionId: 'i-own',
  ruleId: RULE.id,
  ruleVersion: RULE.version,
  amount: '15',
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT.id,
};

/** A sweep of 15 BTC about to be claimed, with everything as it was. */
function claim(change: Partial<ReconsiderInput> = {}): ReconsiderInput {
  return {
    instruction: INSTRUCTION,
    rule: RULE,
    account: ACCOUNT,
    controls: CONTROLS,
    lane: { ...LANE, open: { 'i-own': { instructionId: 'i-own', ruleId: RULE.id, amount: '15' } } },
    epoch: EPOCH,
    balances: { BTC: { total: '20' } },
    balancesReadAt: READ_AT,
    now: NOW,
    ...change,
  };
}

function outcome(change: Partial<ReconsiderInput>): string {
  const reconsidered = reconsider(claim(change));
  return reconsidered.proceed ? 'proceed' : reconsidered.reason;
}

describe('reconsidering a sweep at its claim', () => {
  it('proceeds where nothing changed; its own open instruction is not in its way', () => {
    const reconsidered = reconsider(claim());
    expect(reconsidered.proceed).toBe(true);
    expect(reconsidered.checks.every(({ holds }) => holds)).toBe(true);
  });

  it.each([
    ['no controls', { controls: null }, 'disarmed'],
    ['no lane', { lane: null }, 'disarmed'],
    ['a lane of another ledger', { epoch: 'table-2' }, 'disarmed'],
    ['a halt', { controls: { ...CONTROLS, mode: 'halted' } } as const, 'halted'],
    ['a dry-run', { controls: { ...CONTROLS, mode: 'dry-run' } } as const, 'dry-run'],
    ['a rule that is gone', { rule: null }, 'rule-changed'],
    ['another version of the rule', { rule: rule({ version: 4 }) }, 'rule-changed'],
    ['a rule that is switched off', { rule: rule({ enabled: false }) }, 'disabled'],
    ['an account that is gone', { account: null }, 'account-not-active'],
    [
      'another account than the instruction says',
      { account: { ...ACCOUNT, id: 'x' } },
      'account-not-active',
    ],
    [
      'an inactive account',
      { account: { ...ACCOUNT, status: 'inactive' } } as const,
      'account-not-active',
    ],
    [
      'an account of another currency',
      { account: { ...ACCOUNT, currency: 'ETH' } },
      'currency-mismatch',
    ],
    ['a currency that is no longer held', { balances: {} }, 'currency-not-held'],
    ['an old reading', { balancesReadAt: '2026-01-05T08:00:00.000Z' }, 'stale-balance'],
    [
      'a lane that sends',
      { lane: { ...LANE, latch: { state: 'sending', claim: CLAIM } } } as const,
      'in-flight',
    ],
    [
      'a lane whose outcome is not known',
      { lane: { ...LANE, latch: { state: 'unknown', claim: CLAIM, since: NOW } } } as const,
      'uncertain',
    ],
    [
      'a pause after failures',
      { lane: laneUsing({ failures: 1, backoffUntil: '2026-01-05T10:00:00.000Z' }) },
      'backoff',
    ],
    ['a balance at the threshold', { balances: { BTC: { total: '10' } } }, 'below-threshold'],
    [
      'a balance that would fall below what is kept',
      { balances: { BTC: { total: '19.99' } } },
      'exceeds-surplus',
    ],
    [
      'too little of the balance available',
      { balances: { BTC: { total: '20', available: '19' } } },
      'exceeds-surplus',
    ],
    ['an amount above the maximum', { rule: rule({ maximum: '14' }) }, 'above-maximum'],
    ['an amount below the minimum', { rule: rule({ minimum: '15.1' }) }, 'below-minimum'],
    ['an amount off the step', { rule: rule({ step: '2' }) }, 'rule-changed'],
    [
      'a budget that was used meanwhile',
      {
        rule: rule({ budgets: { per30Days: '20' } }),
        lane: laneUsing({ days: { '2026-01-02T00:00:00.000Z': '5.1' } }),
      },
      'budget-exhausted',
    ],
    [
      'a cooldown',
      {
        rule: rule({ cooldownSeconds: 3600 }),
        lane: laneUsing({ lastClaimedAt: '2026-01-05T08:59:00.000Z' }),
      },
      'cooldown',
    ],
    [
      'a budget with exactly enough left',
      {
        rule: rule({ budgets: { per24Hours: '20' } }),
        lane: laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '5' } }),
      },
      'proceed',
    ],
    ['a larger balance', { balances: { BTC: { total: '500' } } }, 'proceed'],
  ])('with %s', (_, change, expected) => {
    expect(outcome(change)).toBe(expected);
  });

  it('explains with numbers, and shows every check', () => {
    const reconsidered = reconsider(claim({ balances: { BTC: { total: '18' } } }));
    expect(reconsidered).toMatchObject({
      proceed: false,
      explanation: 'Withdrawing 15 BTC would leave 3 BTC; at least 5 BTC must stay.',
    });
    expect(reconsidered.checks).toHaveLength(16);
  });
});

describe('reconsidering what a person asked for', () => {
  const { ruleId: _, ruleVersion: __, ...asked } = INSTRUCTION;
  const byPerson = { instruction: asked, rule: null };

  it('asks for no rule, and lets the whole balance go', () => {
    expect(outcome({ ...byPerson, balances: { BTC: { total: '15' } } })).toBe('proceed');
  });

  it.each([
    ['too small a balance', { balances: { BTC: { total: '14.99' } } }, 'exceeds-surplus'],
    ['no balance', { balances: {} }, 'currency-not-held'],
    ['a dry-run', { controls: { ...CONTROLS, mode: 'dry-run' } } as const, 'dry-run'],
    [
      'a busy lane',
      { lane: { ...LANE, latch: { state: 'sending', claim: CLAIM } } } as const,
      'in-flight',
    ],
    [
      'an inactive account',
      { account: { ...ACCOUNT, status: 'inactive' } } as const,
      'account-not-active',
    ],
  ])('still refuses with %s', (_name, change, expected) => {
    expect(outcome({ ...byPerson, ...change })).toBe(expected);
  });
});
