import type { DecidedTrade } from '../decisions/decision.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { allocate } from '../policy/allocate.ts';
import type { Allocation } from '../policy/sweep-rule.ts';
import { type BudgetFact, freeIn, type HoldingFact } from './amount-facts.ts';
import type { BoundFact } from './bound-facts.ts';
import type { RefusalFact } from './check-fact.ts';
import type { AmountIn, TradeScope } from './conversion-facts.ts';
import { numberIn } from './number-in.ts';
import type { ValuesFact } from './price-of-limits-facts.ts';
import type { MissedFact } from './schedule-facts.ts';

/** How much a rule sweeps, how it came to that, and where it goes; decimal text in `currency`. */
export interface SweepFact {
  readonly currency: string;
  readonly amount: string;
  readonly holding: HoldingFact;
  readonly keep: string;
  readonly allocation: Allocation;
  readonly step: string;
  /** What cut the amount; null if nothing did. */
  readonly cap: CapFact | null;
  readonly parts: readonly SweptPart[];
  /** Parts of the rule's split; null without one. */
  readonly split: number | null;
  /** The currency that it is converted into, and by which trade; absent: it is withdrawn. */
  readonly conversion?: { readonly into: string; readonly trade?: DecidedTrade };
}

interface SweptPart {
  /** From 1. */
  readonly part: number;
  /** The account's label. */
  readonly to: string;
  readonly amount: string;
  /** Null: none is needed. */
  readonly approval: { readonly above: string; readonly unapproved: string } | null;
}

export type CapFact =
  | { readonly code: 'maximum'; readonly maximum: string }
  | ({ readonly code: 'budget'; readonly limit: 'budget-24h' | 'budget-30d' } & BudgetFact)
  | {
      readonly code: 'trade-limit';
      readonly scope: TradeScope;
      readonly cap: string;
      readonly currency: string;
      readonly room: AmountIn;
    }
  | ({ readonly code: 'bound' } & BoundFact);

/** Above the kept and the committed amounts; never less than zero. */
export function surplusIn({ holding, keep }: Pick<SweepFact, 'holding' | 'keep'>): Decimal {
  return Decimal.max(freeIn(holding).minus(numberIn(keep)), ZERO);
}

/** A decision on a rule: the sweep, or why there is none. */
export type DecisionFact = {
  readonly currency: string;
  /** The limits by value. */
  readonly valued: ValuesFact;
  /** Null: no occurrence was missed. */
  readonly missed: MissedFact | null;
} & (
  | { readonly code: 'sweep'; readonly sweep: SweepFact }
  | {
      readonly code: 'no-sweep';
      readonly why: RefusalFact;
      /** In a dry-run. */
      readonly otherwise?: SweepFact;
    }
);

/** The parts of the split that get nothing, from 1. */
export function emptyParts({ parts, split }: SweepFact): readonly number[] {
  const all = Array.from({ length: split ?? 0 }, (_, index) => index + 1);
  return all.filter((part) => !parts.some((one) => one.part === part));
}

/** Whether less is swept than the rule takes, by its step alone. */
export function isRounded({ amount, allocation, ...sweep }: SweepFact): boolean {
  return numberIn(amount).lessThan(allocate(allocation, surplusIn(sweep)));
}
