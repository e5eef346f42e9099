import type { CheckFact, FactOf, ShownCode } from '../../check-fact.ts';

/** What was found and what is required, side by side in a table. */
interface Shown<Fact> {
  readonly seen: (fact: Fact) => string;
  readonly accepted: (fact: Fact) => string;
}

/** The same, and one sentence with the numbers where it stops something. */
interface Stopping<Fact> extends Shown<Fact> {
  readonly refused: (fact: Fact) => string;
}

/** The texts of some facts, complete: one entry for each code. */
export type Said<Fact extends CheckFact> = {
  readonly [Code in Fact['code']]: Code extends ShownCode
    ? Shown<FactOf<Code>>
    : Stopping<FactOf<Code>>;
};
