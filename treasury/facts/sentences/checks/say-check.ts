import { amountIn } from '../../../policy/wording.ts';
import type { CheckCode, CheckFact, RefusalFact, ShownCode } from '../../check-fact.ts';
import { AMOUNTS, SPLITS } from './amounts.ts';
import { BOUNDS } from './bounds.ts';
import { CONVERSIONS } from './conversions.ts';
import { DESTINATIONS } from './destinations.ts';
import { LANES, RULE } from './lanes.ts';
import { PRICES_OF_LIMITS } from './prices-of-limits.ts';
import type { Said } from './said.ts';
import { SCHEDULES } from './schedules.ts';
import { TIMING } from './timing.ts';

/** The texts of every fact that a check states: the compiler holds the list complete. */
const SENTENCES: Said<CheckFact> = {
  ...LANES,
  ...RULE,
  ...DESTINATIONS,
  ...TIMING,
  ...SCHEDULES,
  ...PRICES_OF_LIMITS,
  ...AMOUNTS,
  ...BOUNDS,
  ...SPLITS,
  ...CONVERSIONS,
};

type Say = (fact: CheckFact) => string;

/** Each code has the texts of its own fact, which the table's type says and a lookup loses. */
const BY_CODE = SENTENCES as unknown as Readonly<
  Record<Exclude<CheckCode, ShownCode>, Record<'seen' | 'accepted' | 'refused', Say>> &
    Record<ShownCode, Record<'seen' | 'accepted', Say>>
>;

/** What was found and what is required, as a table shows them. */
export function sayCheck(fact: CheckFact): { readonly seen: string; readonly accepted: string } {
  const { seen, accepted } = BY_CODE[fact.code];
  return { seen: seen(fact), accepted: accepted(fact) };
}

/** Why nothing is sent: one sentence with the numbers. */
export function sayRefusal(why: RefusalFact): string {
  switch (why.code) {
    case 'nothing-divided':
      return `${sayRefusal(why.by)} Nothing is divided while one of its accounts cannot be paid.`;
    case 'spoken-for': {
      const { currency, balance, committed } = why;
      return `Of the balance of ${amountIn(currency, balance)}, ${amountIn(currency, committed)} is already spoken for by other instructions; what is left is not enough for this rule.`;
    }
    default:
      return BY_CODE[why.code].refused(why);
  }
}
