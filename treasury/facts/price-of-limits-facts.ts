import type { LimitName, ValuedLimit } from '../decisions/decision.ts';

/** The prices behind the limits of a rule that are values. */
export type LimitPriceFact = { readonly limit: 'price-of-limits' } & (
  | {
      readonly code: 'no-limit-price';
      /** What was found, and why no limit rests on it: as the prices say it of themselves. */
      readonly found: string;
      readonly why: string;
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
