import type { CapFact, SizedSweep } from '../facts/sweep-fact.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { budgetFact, holdingFact } from './checks/amounts.ts';
import { amountOf } from './checks/conversion.ts';
import type { SweepAmount, SweepCap } from './checks/sweep-amount.ts';
import type { PartView } from './parts.ts';

/** The amount of a sweep with the rule that it was computed by. */
export interface SweepOfRule extends SweepAmount {
  readonly rule: AmountRule;
}

/** How the amount of a sweep came about and where it goes, as plain values. */
export function sizedSweep(
  { rule, holding, binding }: SweepOfRule,
  parts: readonly PartView[],
): SizedSweep {
  const { keep, allocation, step, split } = rule;
  return {
    holding: holdingFact(holding),
    keep,
    allocation,
    step,
    cap: binding === null ? null : capFact(rule, binding),
    parts: parts.map(sweptPart),
    split: split?.parts.length ?? null,
  };
}

function sweptPart(view: PartView): SizedSweep['parts'][number] {
  const { part, account, withdrawalAccountId, amount, room, needsApproval } = view;
  const { limit: above, unapproved } = room;
  return {
    part,
    to: account?.label ?? withdrawalAccountId,
    amount: formatDecimal(amount.amount),
    approval:
      needsApproval && above !== null ? { above, unapproved: formatDecimal(unapproved) } : null,
  };
}

function capFact({ maximum = '' }: AmountRule, cap: SweepCap): CapFact {
  switch (cap.kind) {
    case 'maximum':
      return { code: 'maximum', maximum };
    case 'budget':
      return { code: 'budget', limit: cap.limit, ...budgetFact(cap.budget) };
    case 'trade': {
      const { scope, cap: limit, currency, room } = cap.cap;
      return { code: 'trade-limit', scope, cap: limit, currency, room: amountOf(room) };
    }
    case 'bound': {
      const { limit, of, currency, cap: most, seen } = cap.bound;
      const named = { limit, ...(of !== undefined && { of }), currency, cap: most };
      return { code: 'bound', ...named, seen: seen === null ? null : formatDecimal(seen) };
    }
    default:
      return cap satisfies never;
  }
}
