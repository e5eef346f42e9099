import type { Seen } from '../../outcomes/outcome.ts';
import type { StopFact } from '../stop-fact.ts';
import type { Sentence } from './sentence.ts';

/** What other themes say within the texts of halts. */
export interface BesideHalts {
  readonly seen: (seen: Seen) => Sentence;
  readonly refused: (why: StopFact) => Sentence;
}
