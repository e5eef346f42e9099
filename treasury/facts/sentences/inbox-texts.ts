import type { FailingFact } from '../failing-fact.ts';
import type { Sentence } from './sentence.ts';

/** What other themes say within the texts of the inbox. */
export interface BesideInbox {
  readonly failing: (failing: FailingFact) => Sentence;
}
