import type { CheckFact, FactOf, ShownCode } from '../check-fact.ts';
import type { Part, Sentence } from './sentence.ts';

/** A text, or parts of one. */
export type Words = Part | Sentence;

/** What was found and what is required, side by side in a table. */
interface Shown<Fact> {
  readonly seen: (fact: Fact) => Words;
  readonly accepted: (fact: Fact) => Words;
}

/** The same, and one sentence with the numbers where it stops something. */
interface Stopping<Fact> extends Shown<Fact> {
  readonly refused: (fact: Fact) => Words;
}

/** The texts of some facts, complete: one entry for each code. */
export type Said<Fact extends CheckFact> = {
  readonly [Code in Fact['code']]: Code extends ShownCode
    ? Shown<FactOf<Code>>
    : Stopping<FactOf<Code>>;
};
