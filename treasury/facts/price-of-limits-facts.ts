import type { LimitName, ValuedLimit } from '../decisions/decision.ts';
import type { NoPrice } from '../valuation/no-value.ts';

/** The prices behind the limits of a rule that are values. */
export type LimitPriceFact = { readonly limit: 'price-of-limits' } & (
  | {
      readonly code: 'no-limit-price';
      /** What was found, so that no limit rests on it. */
      readonly why: NoPrice;
    }
  | {
      readonly code: 'limit-prices';
      readonly prices: readonly Pick<ValuedLimit, 'price' | 'in' | 'instruments'>[];
    }
  | {
      readonly code: 'keep-above-threshold';
      readonly currency: string;
      readonly keep: string;
      readonly threshold: string;
    }
);

/** Limits by value in the amounts that they are, by the check that holds them. */
export type ValuesFact = Readonly<Partial<Record<LimitName, ValuedLimit>>>;
