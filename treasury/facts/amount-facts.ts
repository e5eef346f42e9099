import { Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { allocate } from '../policy/allocate.ts';
import type { Allocation } from '../policy/sweep-rule.ts';
import type { Absent, BalanceReading } from '../valuation/balance.ts';
import { numberIn } from './number-in.ts';

/** A balance and the committed parts of it; decimal text in one currency. */
export interface HoldingFact {
  readonly balance: string;
  /** By instructions that are still open. */
  readonly committed: string;
  /** By amounts that have left, or may have, and that the service has not booked yet. */
  readonly unbooked: string;
}

/** The part that is not committed. */
export function freeIn({ balance, committed, unbooked }: HoldingFact): Decimal {
  return numberIn(balance).minus(numberIn(committed)).minus(numberIn(unbooked));
}

/** How much more may go to an account without an approval; decimal text. */
export interface ApprovalFact {
  readonly amount: string;
  /** Null: no rule with this destination asks for approvals. */
  readonly above: string | null;
  /** Claimed before without one, in 24 hours. */
  readonly unapproved: string;
}

type NotStatedReading = Exclude<BalanceReading, { readonly kind: 'stated' }>;

/** An amount of a currency against the limits of its own rule; decimal text in `currency`. */
export type AmountFact = { readonly currency: string } & (
  | { readonly limit: 'threshold'; readonly code: 'not-held' }
  | {
      readonly limit: 'threshold';
      readonly code: 'not-stated';
      readonly reading: NotStatedReading;
    }
  | ({
      readonly limit: 'threshold';
      readonly code: 'threshold';
      readonly threshold: string;
    } & HoldingFact)
  | ({
      readonly limit: 'keep';
      readonly code: 'keep';
      readonly amount: string;
      readonly keep: string;
    } & HoldingFact)
  | {
      readonly limit: 'allocation';
      readonly code: 'taken';
      readonly surplus: string;
      readonly allocation: Allocation;
    }
  | {
      readonly limit: 'allocation';
      readonly code: 'allocation';
      readonly amount: string;
      /** As it is now, which may be less than at the decision. */
      readonly surplus: string;
      readonly allocation: Allocation;
    }
  | {
      readonly limit: 'maximum';
      readonly code: 'maximum';
      readonly amount: string;
      readonly maximum: string | null;
    }
  | {
      readonly limit: 'budget-24h' | 'budget-30d';
      readonly code: 'budget';
      readonly needed: string;
      readonly budget: BudgetFact | null;
    }
  | {
      readonly limit: 'step';
      readonly code: 'step';
      readonly amount: string;
      readonly step: string;
    }
  | {
      readonly limit: 'minimum';
      readonly code: 'minimum';
      readonly amount: string;
      readonly minimum: string;
      readonly step: string;
    }
  | ({ readonly limit: 'approval'; readonly code: 'approval' } & ApprovalFact)
  | {
      readonly limit: 'approval';
      readonly code: 'approvals';
      readonly parts: readonly ({ readonly part: number } & ApprovalFact)[];
    }
  | { readonly limit: 'low'; readonly code: 'low'; readonly balance: string; readonly low: string }
);

export interface BudgetFact {
  readonly cap: string;
  readonly spent: string;
}

/** What stays after the amount. */
export function staysIn(fact: HoldingFact & { readonly amount: string }): string {
  return formatDecimal(freeIn(fact).minus(numberIn(fact.amount)));
}

export function allocatedIn({
  allocation,
  surplus,
}: {
  readonly allocation: Allocation;
  readonly surplus: string;
}): string {
  return formatDecimal(allocate(allocation, numberIn(surplus)));
}

/** Never less than zero. */
export function leftOfBudget({ cap, spent }: BudgetFact): string {
  return formatDecimal(Decimal.max(numberIn(cap).minus(numberIn(spent)), ZERO));
}

export function isMoreThanZero(amount: string): boolean {
  return numberIn(amount).greaterThan(0);
}

/** Null: no answer has ever listed it. */
export function absentOf(reading: NotStatedReading): Absent | null {
  return reading.kind === 'unreadable' ? reading.unreadable : reading.away;
}
