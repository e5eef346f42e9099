import type { PartOfRun } from '../../instructions/instruction.ts';
import { sweepInstructionId } from '../../instructions/instruction-id.ts';
import type { LeftOfRun } from '../../instructions/run-usage.ts';
import type { Decimal } from '../../money/decimal.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { splitAmount } from '../../policy/split-amount.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import type { Instant } from '../../time/instant.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** One payment of a run: a part of the amount, or all of it where the rule has no split. */
export interface Payment {
  /** Its place in the rule's split, from 1. */
  readonly part: number;
  readonly instructionId: string;
  readonly withdrawalAccountId: string;
  /** Decimal text. */
  readonly amount: string;
}

/** The payments of an amount that is a multiple of the rule's step. A part of zero is none. */
export function paymentsOf(
  rule: Pick<SweepRule, 'id' | 'withdrawalAccountId' | 'split' | 'step'>,
  occurrence: Instant,
  total: Decimal,
): readonly Payment[] {
  // What is converted is one payment to no account.
  const { id, withdrawalAccountId = '', split, step } = rule;
  const parts =
    split === undefined
      ? [{ part: 1, withdrawalAccountId, amount: total }]
      : splitAmount(split, total, step);
  return parts
    .filter(({ amount }) => amount.greaterThan(0))
    .map((each) => ({
      ...each,
      instructionId: sweepInstructionId(id, occurrence, each.part),
      amount: formatDecimal(each.amount),
    }));
}

/** Shows how the amount is divided; nothing for a rule without a split. */
export function showSplit(
  { split }: Pick<SweepRule, 'split'>,
  payments: readonly Payment[],
): readonly CheckResult[] {
  if (split === undefined) return [];
  const parts = payments.map(({ part, amount }) => ({ part, amount }));
  return [passed({ limit: 'split', code: 'divided', split, parts })];
}

/** A withdrawal that says to be a part of a run. */
export interface ClaimedPart {
  readonly instructionId: string;
  /** Absent for a conversion. */
  readonly withdrawalAccountId?: string;
  readonly amount: string;
  readonly occurrence: Instant;
  readonly split?: PartOfRun;
}

/**
 * A part that is about to be claimed is exactly what the rule makes of the whole amount that was decided, beside exactly
 * those other parts, and has not left before. Nothing for a rule without a split, and an instruction of none.
 */
export function checkPart(
  rule: SweepRule,
  claimed: ClaimedPart,
  left: LeftOfRun,
): readonly CheckResult[] {
  const { split, amount, instructionId, withdrawalAccountId: accountId } = claimed;
  if (rule.split === undefined && split === undefined) return [];
  if (rule.split === undefined || split === undefined) {
    const part = split === undefined ? null : { part: split.part, of: split.of };
    const fact = { code: 'divided-otherwise', split: rule.split ?? null, part } as const;
    return [refused({ limit: 'split', ...fact }, 'split-differs')];
  }
  const { part, of, total } = split;
  const { currency } = rule;
  const to = accountId === undefined ? {} : { accountId };
  const fact = { instructionId, part, of, amount, total, currency, ...to, split: rule.split };
  if (!isOfRun(rule, rule.split.parts.length, claimed, split)) {
    return [refused({ limit: 'split', code: 'part-differs', ...fact }, 'split-differs')];
  }
  if (left.parts.includes(part)) {
    return [refused({ limit: 'split', code: 'part-left-before', ...fact }, 'split-differs')];
  }
  return [passed({ limit: 'split', code: 'part', ...fact })];
}

function isOfRun(
  rule: SweepRule,
  parts: number,
  { withdrawalAccountId = '', ...claimed }: ClaimedPart,
  { part, of, total, parts: siblings }: PartOfRun,
): boolean {
  if (of !== parts || !decimalOf(total).modulo(decimalOf(rule.step)).isZero()) return false;
  const payments = paymentsOf(rule, claimed.occurrence, decimalOf(total));
  const own = payments.find((payment) => payment.part === part);
  return (
    own !== undefined &&
    isSame(own, { ...claimed, withdrawalAccountId, part }) &&
    siblings.length === payments.length &&
    payments.every((payment, index) => isSame(payment, siblings[index]))
  );
}

function isSame(one: Payment, other: Payment | undefined): boolean {
  return (
    other !== undefined &&
    one.part === other.part &&
    one.instructionId === other.instructionId &&
    one.withdrawalAccountId === other.withdrawalAccountId &&
    one.amount === other.amount
  );
}
