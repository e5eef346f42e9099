import type { PartOfRun } from '../../instructions/instruction.ts';
import { sweepInstructionId } from '../../instructions/instruction-id.ts';
import type { LeftOfRun } from '../../instructions/run-usage.ts';
import type { Decimal } from '../../money/decimal.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { splitAmount } from '../../policy/split-amount.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { describeSplit } from '../../policy/wording.ts';
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
  const accepted = describeSplit(split);
  const parts = payments.map(({ part, amount }) => `part ${part}: ${amount}`).join('; ');
  return [passed({ limit: 'split', seen: parts === '' ? 'nothing to divide' : parts, accepted })];
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
  const { split, amount, withdrawalAccountId } = claimed;
  if (rule.split === undefined && split === undefined) return [];
  const accepted = rule.split === undefined ? 'no split' : describeSplit(rule.split);
  if (rule.split === undefined || split === undefined) {
    const seen = split === undefined ? 'no part of a run' : `part ${split.part} of ${split.of}`;
    const message = 'The rule divides its amount otherwise than the instruction says.';
    return [refused({ limit: 'split', seen, accepted }, 'split-differs', message)];
  }
  const seen = `part ${split.part} of ${split.of}: ${amount} of ${split.total} to ${withdrawalAccountId}`;
  const checked = { limit: 'split', seen, accepted } as const;
  if (!isOfRun(rule, rule.split.parts.length, claimed, split)) {
    const message = `${claimed.instructionId} is not what the rule's split makes of ${split.total} ${rule.currency}.`;
    return [refused(checked, 'split-differs', message)];
  }
  if (left.parts.includes(split.part)) {
    const message = `Part ${split.part} of this run has left before.`;
    return [refused(checked, 'split-differs', message)];
  }
  return [passed(checked)];
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
