import type { HistoryFact } from '../../instructions/history-fact.ts';
import type { Actor } from '../actor.ts';
import type { CheckFact, FactOf, ShownCode } from '../check-fact.ts';
import type { InstructionStop, StopFact } from '../stop-fact.ts';
import type { DecisionFact } from '../sweep-fact.ts';
import type { UnknownBound } from '../unknown-bound.ts';
import { type Part, partsOf, type Sentence } from './sentence.ts';

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

/** One text for each code: complete, by the compiler. `beside`: what other themes say within it, in the same language. */
export type SaidOf<Fact extends { readonly code: string }, Beside = undefined> = {
  readonly [Code in Fact['code']]: (fact: WithCode<Fact, Code>, beside: Beside) => Phrase;
};

/** Facts of one shape may have several codes. */
export type WithCode<Fact extends { readonly code: string }, Code> = Fact extends unknown
  ? Code extends Fact['code']
    ? Fact
    : never
  : never;

/** What a table says of a fact; the code alone of one that only a later version knows. */
export function saidOf<Fact extends { readonly code: string }>(
  said: SaidOf<Fact>,
  fact: Fact,
): Sentence {
  return saidBeside(said, fact, undefined);
}

export function saidBeside<Fact extends { readonly code: string }, Beside>(
  said: SaidOf<Fact, Beside>,
  fact: Fact,
  beside: Beside,
): Sentence {
  // Each code has the text of its own fact, which the table's type says and a lookup loses.
  const all = said as unknown as Readonly<Record<string, (fact: Fact, beside: Beside) => Phrase>>;
  const say = all[fact.code];
  return partsOf(say === undefined ? fact.code : say(fact, beside));
}

/** Why an instruction is stopped, beside what checks say: one sentence. */
export type SaidOfStops<Stop extends InstructionStop = InstructionStop> = SaidOf<Stop>;

/** What happened to an instruction: one line. `stopped` says why it was cancelled, `decided` what a rule decided, `named` who it was. */
export type SaidOfHistory = {
  readonly [Code in HistoryFact['code']]: (
    fact: Extract<HistoryFact, { readonly code: Code }>,
    said: {
      readonly stopped: (why: StopFact) => Sentence;
      readonly decided: (decision: DecisionFact) => Sentence;
      readonly named: (actor: Actor) => Part;
    },
  ) => Phrase;
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
