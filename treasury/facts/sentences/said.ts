import type { CheckFact, FactOf, ShownCode } from '../check-fact.ts';
import type { UnknownBound } from '../unknown-bound.ts';
import type { Part, Sentence } from './sentence.ts';

/** A text, or parts of one. */
export type Phrase = Part | Sentence;

/** What was found and what is required, side by side in a table. */
interface Shown<Fact> {
  readonly seen: (fact: Fact) => Phrase;
  readonly accepted: (fact: Fact) => Phrase;
}

/** The same, and one sentence with the numbers where it stops something. */
interface Stopping<Fact> extends Shown<Fact> {
  readonly refused: (fact: Fact) => Phrase;
}

/** The texts of some facts, complete: one entry for each code. */
export type Said<Fact extends CheckFact> = {
  readonly [Code in Fact['code']]: Code extends ShownCode
    ? Shown<FactOf<Code>>
    : Stopping<FactOf<Code>>;
};

/** Why nothing that rests on a price can be told: what was found, for tables, and one sentence. */
export type SaidOfPrices = {
  readonly [Code in UnknownBound['code']]: {
    readonly seen: (why: Extract<UnknownBound, { readonly code: Code }>) => Phrase;
    readonly refused: (why: Extract<UnknownBound, { readonly code: Code }>) => Phrase;
  };
};

/** Each code has the texts of its own, which the table's type says and a lookup loses. */
export function ofPrices(said: SaidOfPrices, why: UnknownBound) {
  const { seen, refused } = said[why.code] as SaidOfPrice;
  return { seen: seen(why), refused: refused(why) };
}

type SaidOfPrice = Readonly<Record<'seen' | 'refused', (why: UnknownBound) => Phrase>>;
