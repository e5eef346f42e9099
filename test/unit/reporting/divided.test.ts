import { describe, expect, it } from 'vitest';
import { decisionRow, instructionRow } from '../../../reporting/analytics/rows.ts';
import { DECISIONS } from '../../../reporting/registers/decisions.ts';
import { WITHDRAWALS, type Withdrawal } from '../../../reporting/registers/instructions.ts';
import { rowOf } from '../../../reporting/registers/register.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { rule } from '../../samples/policy.ts';
import { decisionOf, TICK } from '../rules/samples.ts';
import { ACCOUNTS, accountsById, partOf, splitRule } from '../rules/split-samples.ts';

const decision = decisionOf({ rules: [splitRule()], accounts: accountsById() });
const whole = decisionOf({ rules: [rule()] });
const made = (each: typeof decision) => ({ tenant: 'main', snapshot: TICK, decision: each });
const [first = '', second = '', third = ''] = ACCOUNTS.map(({ id }) => id);
const PART = {
  ...PROPOSED,
  origin: { ...PROPOSED.origin, split: partOf(decision, 2) },
} as Withdrawal;

describe('rows about a divided amount', () => {
  it('of decisions list every account, its part and its instruction in one order', () => {
    expect(decisionRow(made(decision))).toMatchObject({
      withdrawal_account_id: first,
      part_account_ids: `${first} ${second} ${third}`,
      part_amounts: '7.5 4.5 3',
      part_instruction_ids:
        'sweep-btc-surplus-20260105T090000Z sweep-btc-surplus-20260105T090000Z-part-2 sweep-btc-surplus-20260105T090000Z-part-3',
    });
    expect(rowOf(DECISIONS, made(decision)).parts).toBe(
      `7.5 to ${first}; 4.5 to ${second}; 3 to ${third}`,
    );
  });

  it('of decisions for one account list no parts', () => {
    const listed = { part_account_ids: null, part_amounts: null, part_instruction_ids: null };
    expect(decisionRow(made(whole))).toMatchObject(listed);
    expect(rowOf(DECISIONS, made(whole)).parts).toBeNull();
  });

  it('of withdrawals say which part of how much they are', () => {
    expect(rowOf(WITHDRAWALS, PART)).toMatchObject({ part: '2 of 3', runAmount: '15' });
    expect(instructionRow(PART)).toMatchObject({
      ...{ part: 2, parts: 3, run_amount: '15', run_amount_decimal: 15n * 10n ** 18n },
    });
    expect(rowOf(WITHDRAWALS, PROPOSED as Withdrawal)).toMatchObject({
      ...{ part: null, runAmount: null },
    });
  });
});
