import type { AmountFact } from './amount-facts.ts';
import type { OutflowFact } from './bound-facts.ts';
import type { ConversionFact } from './conversion-facts.ts';
import type { DestinationFact } from './destination-facts.ts';
import type { LaneFact } from './lane-facts.ts';
import type { LimitPriceFact } from './price-of-limits-facts.ts';
import type { RuleFact } from './rule-facts.ts';
import type { ScheduleFact } from './schedule-facts.ts';
import type { SplitFact } from './split-facts.ts';
import type { TimingFact } from './timing-facts.ts';

/** What one check found and what it requires: a code, and the values that nothing else of it says. Plain JSON. */
export type CheckFact =
  | LaneFact
  | RuleFact
  | DestinationFact
  | TimingFact
  | ScheduleFact
  | LimitPriceFact
  | AmountFact
  | OutflowFact
  | SplitFact
  | ConversionFact;

export type CheckCode = CheckFact['code'];

export type FactOf<Code extends CheckCode> = Extract<CheckFact, { readonly code: Code }>;

/** Checks that are only shown, and stop nothing. */
export type ShownCode =
  | 'live'
  | 'lane-idle'
  | 'business-day'
  | 'due-by-snapshot'
  | 'fell'
  | 'limit-prices'
  | 'taken'
  | 'approvals'
  | 'divided'
  | 'part'
  | 'price'
  | 'trade-approval'
  | 'low';

/** A check that may stop a sweep. */
export type StoppingFact = Exclude<CheckFact, { readonly code: ShownCode }>;

/** Why a rule does not sweep, or an instruction is not sent. */
export type RefusalFact =
  | StoppingFact
  /** One account of a split cannot be paid, so none is. */
  | { readonly code: 'nothing-divided'; readonly by: RefusalFact }
  /** The balance alone would be enough. */
  | {
      readonly code: 'spoken-for';
      readonly currency: string;
      readonly balance: string;
      readonly committed: string;
    };
