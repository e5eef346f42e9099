import { describe, expect, it } from 'vitest';
import { PIECES } from '../../../treasury/counters/counter.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  noteOpen,
} from '../../../treasury/instructions/lane-transitions.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { splitProblems } from '../../../treasury/policy/split-checks.ts';
import { type EvaluateInput, evaluate } from '../../../treasury/rules/evaluate.ts';
import { type ReconsiderInput, reconsider } from '../../../treasury/rules/reconsider.ts';
import { claimRecord } from '../../../treasury/sending/claim-record.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { noValues } from '../../../treasury/valuation/believed-values.ts';
import { counted, taken } from '../../samples/counts.ts';
import { ACCOUNT, CONTROLS, rule } from '../../samples/policy.ts';
import {
  decideOne,
  EPOCH,
  LANE,
  laneUsing,
  NOW,
  READ_AT,
  situation,
  TICK,
  verdict,
  withLane,
} from './samples.ts';
import {
  ACCOUNTS,
  accountsById,
  byAmounts,
  byWeights,
  partOf,
  SECOND,
  splitRule,
  THIRD,
} from './split-samples.ts';

const WITHDRAWALS = { kind: 'withdrawals', of: 'btc-surplus', unit: PIECES } as const;

const decide = (change: Partial<EvaluateInput> = {}) =>
  decideOne({ rules: [splitRule()], accounts: accountsById(), ...change });

describe('a rule with a split decides', () => {
  it('its whole amount once, and divides it', () => {
    const decision = decide();
    expect(verdict(decision)).toBe('sweep 15');
    expect(
      decision.parts?.map(({ part, amount, instructionId }) => [part, amount, instructionId]),
    ).toEqual([
      [1, '7.5', 'sweep-btc-surplus-20260105T090000Z'],
      [2, '4.5', 'sweep-btc-surplus-20260105T090000Z-part-2'],
      [3, '3', 'sweep-btc-surplus-20260105T090000Z-part-3'],
    ]);
    expect(decision.explanation).toBe(
      'Withdraw 15 BTC in 3 of 3 parts, 7.5 BTC to "Cold storage"; 4.5 BTC to "Exchange"; 3 BTC to "Payroll": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
    );
    expect(decision.checks.find(({ limit }) => limit === 'split')).toMatchObject({
      seen: 'part 1: 7.5; part 2: 4.5; part 3: 3',
      accepted: '50 %; 30 %; 20 %',
    });
  });

  it('leaves out a part that there is nothing for, and says so', () => {
    const decision = decide({ rules: [splitRule({ split: byAmounts('9', '6') })] });
    expect(decision.parts?.map(({ part, amount }) => [part, amount])).toEqual([
      [1, '9'],
      [2, '6'],
    ]);
    expect(decision.explanation).toContain('in 2 of 3 parts');
    expect(decision.explanation).toContain('nothing is left for part 3');
  });

  it('by the minimum and the maximum of the whole, not of its parts', () => {
    expect(verdict(decide({ rules: [splitRule({ minimum: '15' })] }))).toBe('sweep 15');
    expect(verdict(decide({ rules: [splitRule({ minimum: '15.1' })] }))).toBe('below-minimum');
    expect(verdict(decide({ rules: [splitRule({ maximum: '10' })] }))).toBe('sweep 10');
  });

  it.each([
    ['is inactive', { ...SECOND, status: 'inactive' } as const, 'account-not-active'],
    ['rests', { ...SECOND, usableFrom: plusSeconds(NOW, 1) }, 'account-cooling-off'],
    ['is of another currency', { ...SECOND, currency: 'ETH' }, 'currency-mismatch'],
    ['is gone', null, 'account-not-active'],
  ])('nothing at all where one account %s', (_, second, reason) => {
    const accounts = second === null ? [ACCOUNT, THIRD] : [ACCOUNT, second, THIRD];
    const decision = decide({ accounts: accountsById(accounts) });
    expect(verdict(decision)).toBe(reason);
    expect(decision.parts).toBeUndefined();
    expect(decision.explanation).toContain('Nothing is divided while one of its accounts');
  });

  it.each([
    ['4', 'account-limit'],
    ['4.5', 'sweep 15'],
  ])('all or nothing under the limit of one of its accounts: %s', (per24Hours, said) => {
    const limited = { ...SECOND, limits: { per24Hours } };
    const outflow = { usage: null, prices: null, lanes: [LANE], given: [] };
    const accounts = accountsById([ACCOUNT, limited, THIRD]);
    expect(verdict(decide({ accounts, outflow }))).toBe(said);
  });

  it.each([
    ['11', 'counterparty-limit'],
    ['12', 'sweep 15'],
  ])(
    'for all accounts of one counterparty, however its name is written: %s',
    (per24Hours, said) => {
      const [one, two] = [
        { ...ACCOUNT, counterparty: 'Bank A' },
        { ...SECOND, counterparty: 'bank a' },
      ];
      const limits = { counterparties: [{ name: 'BANK A', per24Hours }] };
      const controls = { ...CONTROLS, reportingCurrency: 'BTC', withdrawalLimits: limits };
      const prices = { values: noValues('BTC'), readAt: NOW };
      const outflow = { usage: null, prices, lanes: [LANE], given: [] };
      const accounts = accountsById([one, two, THIRD]);
      expect(verdict(decide({ accounts, controls, outflow }))).toBe(said);
    },
  );

  it('what it would divide in a dry-run, without ids', () => {
    const decision = decide({ controls: { ...CONTROLS, mode: 'dry-run' } });
    expect(verdict(decision)).toBe('dry-run');
    expect(decision.parts?.map(({ amount, instructionId }) => [amount, instructionId])).toEqual([
      ['7.5', undefined],
      ['4.5', undefined],
      ['3', undefined],
    ]);
  });

  it('which parts wait for an approval: each by the limit of its own account', () => {
    const decision = decide({ rules: [splitRule({ approvalAbove: '4' })] });
    expect(decision.parts?.map(({ needsApproval }) => needsApproval)).toEqual([true, true, false]);
    expect(decision).toMatchObject({ needsApproval: true });
    const used = {
      ...LANE,
      counts: [counted({ kind: 'unapproved', of: THIRD.id }, { hours: { [TICK]: '2' } })],
    };
    const more = decide({ rules: [splitRule({ approvalAbove: '4' })], ...withLane(used) });
    expect(more.parts?.map(({ needsApproval }) => needsApproval)).toEqual([true, true, true]);
  });

  it('nothing while a part of an earlier run is open', () => {
    const open = { instructionId: 'earlier', ruleId: 'btc-surplus', amount: '1' };
    expect(verdict(decide(withLane({ ...LANE, open: { earlier: open } })))).toBe('in-flight');
  });

  it('under the limit that another rule sets for one of its accounts', () => {
    const strict = rule({
      id: 'strict',
      withdrawalAccountId: SECOND.id,
      approvalAbove: '1',
      enabled: false,
    });
    const [decision] = evaluate(
      situation({ rules: [splitRule(), strict], accounts: accountsById() }),
    );
    expect(decision?.parts?.map(({ needsApproval }) => needsApproval)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('before a rule after it, whose account gets the less without approval', () => {
    const after = rule({
      id: 'z-after',
      withdrawalAccountId: THIRD.id,
      threshold: '5',
      keep: '0',
      approvalAbove: '4',
    });
    const decisions = evaluate(
      situation({ rules: [splitRule(), after], accounts: accountsById() }),
    );
    expect(
      decisions.map((each) => [
        each.ruleId,
        verdict(each),
        each.outcome === 'sweep' && each.needsApproval,
      ]),
    ).toEqual([
      ['btc-surplus', 'sweep 15', false],
      ['z-after', 'nothing-left-by-earlier-rule', false],
    ]);
  });
});

/** A run whose parts are claimed and confirmed one after another, without a balance that shows them. */
function afterParts(parts: readonly number[], change: Partial<ReconsiderInput> = {}) {
  const decision = decide();
  let lane: Lane = LANE;
  for (const part of parts) {
    const { instructionId = '', amount = '' } =
      decision.parts?.find((each) => each.part === part) ?? {};
    lane = noteOpen(lane, { instructionId, ruleId: 'btc-surplus', amount });
    const at = NOW;
    const own = taken({ kind: 'rule', of: 'btc-surplus' }, amount, at);
    const debits = [{ ...own, part: { number: part, occurrence: TICK } }];
    const record = {
      instructionId,
      nonce: 'n',
      at,
      controls: CONTROLS,
      balanceBefore: '20',
      outgoing: amount,
      fee: '0.1',
      debits,
    };
    lane = concludeLane(claimLane(lane, claimRecord(record)), {
      nonce: 'n',
      at,
      outcome: 'confirmed',
    });
  }
  const claim = (part: number, own: Partial<ReconsiderInput['instruction']> = {}) => {
    const {
      instructionId = '',
      amount = '',
      withdrawalAccountId = '',
    } = decision.parts?.find((each) => each.part === part) ?? {};
    const paid = own.withdrawalAccountId ?? withdrawalAccountId;
    return reconsider({
      instruction: {
        instructionId,
        ruleId: 'btc-surplus',
        ruleVersion: 3,
        occurrence: TICK,
        split: partOf(decision, part),
        amount,
        currency: 'BTC',
        withdrawalAccountId,
        ...own,
      },
      rule: splitRule(),
      rules: [splitRule()],
      account: ACCOUNTS.find(({ id }) => id === paid) ?? null,
      controls: CONTROLS,
      halt: neverHalted('main'),
      lane,
      epoch: EPOCH,
      balances: { BTC: { total: '20' } },
      balancesReadAt: plusSeconds(NOW, 1),
      now: plusSeconds(NOW, 2),
      ...change,
    });
  };
  return { claim, lane };
}

const reasonOf = (reconsidered: ReturnType<typeof reconsider>) =>
  reconsidered.proceed ? 'proceed' : reconsidered.reason;

describe('a part at its claim', () => {
  it.each([[[]], [[2]], [[1, 2]]])(
    'proceeds after the parts %j have left and are not booked',
    (parts) => {
      expect(reasonOf(afterParts(parts).claim(3))).toBe('proceed');
    },
  );

  it('proceeds after the others were booked, with their fees', () => {
    // 20, less 7.5 and 4.5, less a fee of 0.1 each: 0.2 into what is kept, as by one withdrawal with such a fee.
    const balances = { BTC: { total: '7.8' } };
    const { lane } = afterParts([1, 2]);
    const booked = { ...lane, booking: { ...lane.booking, entries: [] } } as Lane;
    expect(reasonOf(afterParts([1, 2], { balances, lane: booked }).claim(3))).toBe('proceed');
  });

  it('is refused where the balance fell meanwhile by more than the parts that left', () => {
    const balances = { BTC: { total: '19' } };
    expect(reasonOf(afterParts([1, 2], { balances }).claim(3))).toBe('exceeds-surplus');
    const below = { BTC: { total: '10' } };
    expect(reasonOf(afterParts([], { balances: below }).claim(3))).toBe('below-threshold');
  });

  it('does not rest after the parts before it, and rests after the run before', () => {
    const resting = splitRule({ cooldownSeconds: 60 });
    expect(reasonOf(afterParts([1], { rule: resting }).claim(2))).toBe('proceed');
    const lane = laneUsing({ lastClaimedAt: plusSeconds(NOW, -30) });
    expect(reasonOf(afterParts([], { rule: resting, lane }).claim(2))).toBe('cooldown');
  });

  it('has to fit the budgets with the parts that have left', () => {
    const lane = (spent: string) => laneUsing({ hours: { [TICK]: spent } });
    const capped = splitRule({ budgets: { per24Hours: '16' } });
    expect(reasonOf(afterParts([], { rule: capped, lane: lane('11.5') }).claim(2))).toBe('proceed');
    expect(reasonOf(afterParts([], { rule: capped, lane: lane('11.6') }).claim(2))).toBe(
      'budget-exhausted',
    );
  });

  it('needs a withdrawal in 24 hours for each of them: with fewer the policy is refused', () => {
    const problems = (withdrawalsPer24Hours: number) =>
      splitProblems(splitRule({ withdrawalsPer24Hours }), ACCOUNTS);
    expect(problems(3)).toEqual([]);
    expect(problems(2)).toEqual([
      { path: 'withdrawalsPer24Hours', seen: '2', accepted: 'at least 3, one for each part' },
    ]);
  });

  it('is a withdrawal of its own, and a run without room for all of them is none', () => {
    const twice = (hours: string) =>
      ({ ...LANE, counts: [counted(WITHDRAWALS, { hours: { [TICK]: hours } })] }) as Lane;
    const often = splitRule({ withdrawalsPer24Hours: 4 });
    expect(reasonOf(afterParts([], { rule: often, lane: twice('3') }).claim(2))).toBe('proceed');
    expect(reasonOf(afterParts([], { rule: often, lane: twice('4') }).claim(2))).toBe(
      'withdrawals-exhausted',
    );
    const decided = (hours: string) => decide({ rules: [often], ...withLane(twice(hours)) });
    expect(decided('1').outcome).toBe('sweep');
    expect(decided('2')).toMatchObject({
      reason: 'withdrawals-exhausted',
      consumesOccurrence: false,
    });
  });

  it('looks at its own account alone', () => {
    expect(reasonOf(afterParts([], { account: { ...SECOND, status: 'inactive' } }).claim(2))).toBe(
      'account-not-active',
    );
  });

  it('leaves once', () => {
    expect(reasonOf(afterParts([2]).claim(2))).toBe('split-differs');
  });

  it.each([
    ['another amount', { amount: '4.6' }],
    ['another account', { withdrawalAccountId: THIRD.id }],
    ['another id', { instructionId: 'sweep-btc-surplus-20260105T090000Z' }],
    ['another occurrence', { occurrence: plusSeconds(TICK, 1) }],
    ['a larger total', { split: { ...partOf(decide(), 2), total: '15.1' } }],
    ['a total in no steps', { split: { ...partOf(decide(), 2), total: '15.05' } }],
    ['another number', { split: partOf(decide(), 3) }],
    ['fewer parts', { split: partOf(decide(), 2, 2) }],
    [
      'a sibling less',
      { split: { ...partOf(decide(), 2), parts: partOf(decide(), 2).parts.slice(1) } },
    ],
  ])('is refused with %s than the rule makes of the whole', (_, own) => {
    expect(reasonOf(afterParts([]).claim(2, own))).toBe('split-differs');
  });

  it('is refused where it is no part, or the rule has no split', () => {
    const { split: _, ...whole } = splitRule();
    expect(reasonOf(afterParts([], { rule: whole }).claim(2))).toBe('split-differs');
    const lane = LANE;
    const instruction = {
      instructionId: 'sweep-btc-surplus-20260105T090000Z',
      ruleId: 'btc-surplus',
      ruleVersion: 3,
      occurrence: TICK,
      amount: '15',
      currency: 'BTC',
      withdrawalAccountId: ACCOUNT.id,
    };
    expect(reasonOf(afterParts([], { instruction, lane, balancesReadAt: READ_AT }).claim(1))).toBe(
      'split-differs',
    );
  });

  it('is refused where the weights are others by now', () => {
    const other = splitRule({ split: byWeights('30', '50', '20') });
    expect(reasonOf(afterParts([], { rule: other }).claim(2))).toBe('split-differs');
    expect(reasonOf(afterParts([], { rule: splitRule({ version: 4 }) }).claim(2))).toBe(
      'rule-changed',
    );
  });
});
