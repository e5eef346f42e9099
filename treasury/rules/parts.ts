import type { DecidedPart } from '../decisions/decision.ts';
import type { ApprovalRoom } from '../instructions/approval-room.ts';
import type { OutflowBound } from '../limits/outflow-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { add, type Money, money, zero } from '../money/money.ts';
import { labelKey } from '../policy/label.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { needsApproval } from './checks/amounts.ts';
import type { CheckResult } from './checks/check-result.ts';
import type { DestinationView } from './checks/destination.ts';
import { checkOutflow } from './checks/outflow.ts';
import type { Payment } from './checks/split.ts';

/** One payment of a decision, with the account that it goes to. */
export interface PartView {
  readonly part: number;
  readonly instructionId: string;
  readonly withdrawalAccountId: string;
  readonly account: RegisteredAccount | null;
  readonly amount: Money;
  /** How much more may go there without an approval. */
  readonly room: ApprovalRoom;
  readonly needsApproval: boolean;
  /** The limits of its account and of the account's counterparty. */
  readonly bounds: readonly OutflowBound[];
}

export function partViews(
  { id, currency }: Pick<SweepRule, 'id' | 'currency'>,
  payments: readonly Payment[],
  destinations: readonly DestinationView[],
): readonly PartView[] {
  return payments.map((payment) => {
    const destination = destinations[payment.part - 1];
    if (destination === undefined) throw new Error(`rule ${id} has no part ${payment.part}`);
    const amount = money(currency, payment.amount);
    const { account, approval: room, bounds } = destination;
    return {
      ...payment,
      account,
      amount,
      room,
      bounds,
      needsApproval: needsApproval(amount, room),
    };
  });
}

/** The parts as a decision records them; nothing for a rule without a split. */
export function dividedInto(
  { split }: Pick<SweepRule, 'split'>,
  parts: readonly PartView[],
  use: 'withdrawn' | 'not-withdrawn',
): { readonly parts?: readonly DecidedPart[] } {
  if (split === undefined) return {};
  return {
    parts: parts.map(({ part, withdrawalAccountId, amount, instructionId, ...view }) => ({
      part,
      withdrawalAccountId,
      amount: formatDecimal(amount.amount),
      needsApproval: view.needsApproval,
      ...(use === 'withdrawn' && { instructionId }),
    })),
  };
}

/**
 * The limits of the accounts that the parts go to, each for all parts that it binds: two accounts may have one
 * counterparty. One that does not hold refuses the whole run.
 */
export function limitsOfParts(
  { currency }: Pick<SweepRule, 'currency'>,
  parts: readonly PartView[],
): readonly CheckResult[] {
  const bound = new Map<string, { readonly bound: OutflowBound; readonly amount: Money }>();
  for (const { bounds, amount } of parts) {
    for (const each of bounds) {
      const key = `${each.limit} ${labelKey(each.of ?? '')}`;
      const before = bound.get(key)?.amount ?? zero(currency);
      bound.set(key, { bound: each, amount: add(before, amount) });
    }
  }
  return [...bound.values()].map(({ bound: each, amount }) => checkOutflow(each, amount));
}
