import type { WhyBlockedFact, WithOutcome } from '../../instructions/why-blocked.ts';
import type { SaidOf } from './said.ts';
import type { Sentence } from './sentence.ts';

/** All that a language says of why a currency is not free. `outcome`: null of an instruction without one. */
export type LaneBlockTexts = SaidOf<WhyBlockedFact, BesideLaneBlocks>;

export interface BesideLaneBlocks {
  readonly outcome: (holder: WithOutcome) => Sentence | null;
}
