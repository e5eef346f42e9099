import { describe, expect, it } from 'vitest';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { showChecks } from '../../../treasury/facts/sentences/say/show-decision.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { type ReconsiderInput, reconsider } from '../../../treasury/rules/reconsider.ts';
import { ACCOUNT, CONTROLS, calendar, RULE, rule } from '../../samples/policy.ts';
import { CLAIM, checkLines, EPOCH, LANE, laneUsing, NOW, READ_AT } from './samples.ts';

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
    rules: [RULE],
    account: ACCOUNT,
    controls: CONTROLS,
    halt: neverHalted('main'),
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

/** What people read of a refusal; null if nothing refuses. */
function explained(judged: ReturnType<typeof reconsider>): string | null {
  return judged.proceed ? null : sayRefusal(judged.why);
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
    [
      'a day that its calendar closed meanwhile',
      {
        rule: rule({ calendars: ['office'] }),
        calendars: [calendar({ holidays: [{ date: '2026-01-05' }] })],
      },
      'holiday',
    ],
    [
      'an occurrence of a closed day, on an open one',
      {
        rule: rule({ calendars: ['office'] }),
        calendars: [calendar()],
        instruction: { ...INSTRUCTION, occurrence: '2026-01-04T09:00:00.000Z' },
      },
      'holiday',
    ],
    [
      'a calendar that ends before',
      { rule: rule({ calendars: ['office'] }), calendars: [calendar({ until: '2026-01-04' })] },
      'outside-calendar',
    ],
    [
      'a calendar that is gone',
      { rule: rule({ calendars: ['office'] }), calendars: [] },
      'outside-calendar',
    ],
    [
      'a cut-off that is over',
      { rule: rule({ cutOff: { time: '09:00', timeZone: 'UTC' } }) },
      'after-cut-off',
    ],
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
      'an account that rests a moment longer',
      { account: { ...ACCOUNT, usableFrom: '2026-01-05T09:00:05.001Z' } } as const,
      'account-cooling-off',
    ],
    [
      'an account of another currency',
      { account: { ...ACCOUNT, currency: 'ETH' } },
      'currency-mismatch',
    ],
    ['a currency that is left out of the answer', { balances: {} }, 'balance-not-stated'],
    ['an old reading', { balancesReadAt: '2026-01-05T08:00:00.000Z' }, 'stale-balance'],
    [
      'a lane that sends',
      { lane: { ...LANE, status: { state: 'sending', claim: CLAIM } } } as const,
      'in-flight',
    ],
    [
      'a lane whose outcome is not known',
      { lane: { ...LANE, status: { state: 'unknown', claim: CLAIM, since: NOW } } } as const,
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
    expect(explained(reconsidered)).toBe(
      'Withdrawing 15 BTC would leave 3 BTC; at least 5 BTC must stay.',
    );
    expect(reconsidered.checks).toHaveLength(18);
  });
});

describe('a sweep of a percentage', () => {
  const half = rule({ allocation: { kind: 'percentage', basis: 'surplus', percent: '50' } });
  const instruction = { ...claim().instruction, amount: '7.5' };

  it('is not sent where less is above the kept part than when it was decided', () => {
    const balances = { BTC: { total: '19' } };
    const reconsidered = reconsider(claim({ rule: half, instruction, balances }));
    expect(reconsidered).toMatchObject({ proceed: false, reason: 'exceeds-surplus' });
    expect(explained(reconsidered)).toBe(
      '7.5 BTC is more than the 7 BTC that the rule takes of the balance as it is now.',
    );
  });

  it('is sent where as much is', () => {
    expect(reconsider(claim({ rule: half, instruction })).proceed).toBe(true);
  });
});

describe('what has left and is not booked yet', () => {
  const at = READ_AT;
  const unbooked = (amount: string): Lane => ({
    ...LANE,
    booking: { entries: [{ instructionId: 'i-earlier', amount, at }], credits: [], doubts: [] },
  });

  it('is not there for a sweep', () => {
    const reconsidered = reconsider(claim({ lane: unbooked('1') }));
    expect(reconsidered).toMatchObject({ proceed: false, reason: 'exceeds-surplus' });
    expect(explained(reconsidered)).toBe(
      'Withdrawing 15 BTC would leave 4 BTC; at least 5 BTC must stay.',
    );
  });

  it('is not there for what a person asked for', () => {
    const { ruleId: _rule, ruleVersion: _version, ...asked } = claim().instruction;
    const request = { ...asked, amount: '20' };
    expect(reconsider(claim({ instruction: request })).proceed).toBe(true);
    expect(reconsider(claim({ instruction: request, lane: unbooked('0.1') }))).toMatchObject({
      proceed: false,
      reason: 'exceeds-surplus',
    });
  });
});

describe('a balance from before what is known of the lane', () => {
  const later = '2026-01-05T09:00:02.000Z';

  it.each([
    ['an outcome was recorded since', { ...LANE, concludedAt: later }],
    [
      'a later one counted already',
      {
        ...LANE,
        booking: { reading: { at: later, total: '5' }, entries: [], credits: [], doubts: [] },
      },
    ],
  ])('is not sized on where %s', (_why, lane) => {
    expect(reconsider(claim({ lane }))).toMatchObject({ proceed: false, reason: 'stale-balance' });
    expect(reconsider(claim({ lane, balancesReadAt: later })).proceed).toBe(true);
  });
});

describe('what people read of a sweep that was reconsidered', () => {
  it('is every check with its numbers, the schedule left out', () => {
    expect(checkLines(showChecks(reconsider(claim()).checks))).toEqual([
      '+ mode: live | live',
      '+ account: active | active',
      '+ currency: BTC | BTC',
      '+ lane: idle | idle, armed in this ledger',
      '+ rule: btc-surplus version 3 | btc-surplus version 3',
      '+ enabled: enabled | enabled',
      '+ balance-age: 4 seconds old | at most 5 minutes old',
      '+ backoff: no pause | no pause',
      '+ cooldown: no withdrawal yet | 0 seconds or more since the last withdrawal',
      '+ budget-24h: no budget set | no budget',
      '+ budget-30d: no budget set | no budget',
      '+ threshold: 20 | more than 10',
      '+ keep: 5 stays | at least 5 stays',
      '+ allocation: 15 | at most 15, all of the surplus',
      '+ maximum: 15 | no maximum',
      '+ step: 15 | a multiple of 0.1',
      '+ minimum: 15 | at least 1',
      '+ approval: 15 | no approval needed',
    ]);
  });

  it('leaves out what its rule had used where there is no lane', () => {
    const limits = reconsider(claim({ lane: null })).checks.map(({ fact }) => fact.limit);
    expect(limits).toEqual([
      'mode',
      'account',
      'currency',
      'lane',
      'rule',
      'enabled',
      'balance-age',
      'threshold',
      'keep',
      'allocation',
      'maximum',
      'step',
      'minimum',
    ]);
  });

  it.each([
    [
      'a rule that is gone',
      { rule: null },
      'The rule btc-surplus is gone.',
      '- rule: no such rule | btc-surplus version 3',
    ],
    [
      'another version of the rule',
      { rule: rule({ version: 4 }) },
      'The rule was changed since: it is btc-surplus version 4, the instruction came from btc-surplus version 3.',
      '- rule: btc-surplus version 4 | btc-surplus version 3',
    ],
    [
      'another rule',
      { rule: rule({ id: 'other' }) },
      'The rule was changed since: it is other version 3, the instruction came from btc-surplus version 3.',
      '- rule: other version 3 | btc-surplus version 3',
    ],
    [
      'an account of another id',
      { account: { ...ACCOUNT, id: 'x' } },
      'Withdrawal account 6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01 is not registered.',
      '- account: not registered | active',
    ],
    [
      'an amount above the maximum',
      { rule: rule({ maximum: '14' }) },
      '15 BTC is more than the maximum of 14 BTC per withdrawal.',
      '- maximum: 15 | at most 14',
    ],
    [
      'an amount off the step',
      { rule: rule({ step: '2' }) },
      '15 BTC is not a multiple of 2, as the rule asks for.',
      '- step: 15 | a multiple of 2',
    ],
    [
      'a budget that is used up',
      {
        rule: rule({ budgets: { per24Hours: '20', per30Days: '20' } }),
        lane: laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '5.1' } }),
      },
      'The budget of 20 BTC per 24 hours has 14.9 BTC left; 15 BTC would be needed.',
      '- budget-24h: 5.1 of 20 used in 24 hours, 14.9 left | at least 15 left',
    ],
    [
      'a balance that is not stated',
      { balances: {} },
      "The service's answer does not list BTC; what is held of it is not known.",
      '- threshold: not stated | a balance in BTC',
    ],
    [
      'too small a balance',
      { balances: { BTC: { total: '19.99' } } },
      'Withdrawing 15 BTC would leave 4.99 BTC; at least 5 BTC must stay.',
      '- keep: 4.99 stays | at least 5 stays',
    ],
    [
      'an instruction that names its rule and no version of it',
      { instruction: { ...INSTRUCTION, ruleVersion: undefined } as never },
      'The rule was changed since: it is btc-surplus version 3, the instruction came from btc-surplus version 0.',
      '- rule: btc-surplus version 3 | btc-surplus version 0',
    ],
  ])('with %s is one sentence and the check', (_, change, sentence, line) => {
    const reconsidered = reconsider(claim(change));
    expect(explained(reconsidered)).toBe(sentence);
    expect(checkLines(showChecks(reconsidered.checks))).toContain(line);
  });

  it('does not take a currency for a property that every object has', () => {
    const odd = { instruction: { ...INSTRUCTION, currency: 'constructor' } };
    expect(
      checkLines(
        showChecks(reconsider(claim({ ...odd, rule: rule({ currency: 'constructor' }) })).checks),
      ),
    ).toContain('- threshold: not stated | a balance in constructor');
  });
});

describe('reconsidering what a person asked for', () => {
  const { ruleId: _, ruleVersion: __, ...asked } = INSTRUCTION;
  const byPerson = { instruction: asked, rule: null };

  it('asks for no rule, and lets the whole balance go', () => {
    const balances = { BTC: { total: '15' } };
    expect(outcome({ ...byPerson, balances })).toBe('proceed');
    expect(checkLines(showChecks(reconsider(claim({ ...byPerson, balances })).checks))).toEqual([
      '+ mode: live | live',
      '+ account: active | active',
      '+ currency: BTC | BTC',
      '+ lane: idle | idle, armed in this ledger',
      '+ keep: 0 stays | at least 0 stays',
    ]);
  });

  it.each([
    ['too small a balance', { balances: { BTC: { total: '14.99' } } }, 'exceeds-surplus'],
    ['no balance', { balances: {} }, 'balance-not-stated'],
    ['a dry-run', { controls: { ...CONTROLS, mode: 'dry-run' } } as const, 'dry-run'],
    [
      'a busy lane',
      { lane: { ...LANE, status: { state: 'sending', claim: CLAIM } } } as const,
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
