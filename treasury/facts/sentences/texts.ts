import type { CheckFact, RefusalFact } from '../check-fact.ts';
import type { RuleSchedule } from '../schedule-facts.ts';
import type { DecisionFact } from '../sweep-fact.ts';
import type { Said, SaidOfHistory, SaidOfPrices, SaidOfStops } from './said.ts';
import type { Sentence } from './sentence.ts';

/** All that a language says of decisions: a folder beside this file, which the compiler holds complete. */
export interface Texts {
  /** Of each fact that a check states. */
  readonly checks: Said<CheckFact>;
  readonly stops: SaidOfStops;
  readonly history: SaidOfHistory;
  readonly prices: SaidOfPrices;
  /** `by`: what is said of the account that cannot be paid. */
  readonly nothingDivided: (by: Sentence) => Sentence;
  readonly spokenFor: (fact: Extract<RefusalFact, { readonly code: 'spoken-for' }>) => Sentence;
  readonly madeBefore: (fact: Extract<RefusalFact, { readonly code: 'made-before' }>) => Sentence;
  readonly pieceUnsealed: (
    fact: Extract<RefusalFact, { readonly code: 'piece-unsealed' }>,
  ) => Sentence;
  /** What was decided and why, as a finance person reads it; `refused` says why there is no sweep. */
  readonly decision: (decided: DecisionFact, refused: (why: RefusalFact) => Sentence) => Sentence;
  readonly schedule: (plan: RuleSchedule) => Sentence;
}
