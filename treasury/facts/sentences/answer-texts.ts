import type { AnswerFact, Came, StatedFact } from '../../outcomes/answer-fact.ts';
import type { ReadFailed, ReadFault } from '../../outcomes/read-failed.ts';
import type { TokenFault, Unanswered } from '../../outcomes/unanswered.ts';
import type { NotTaken } from '../../snapshots/not-taken.ts';
import type { Phrase, SaidOf } from './said.ts';
import type { Sentence } from './sentence.ts';

type Found = Exclude<AnswerFact, { readonly code: 'stated' }>;

/** All that a language says of requests without an answer. Clauses, without a full stop. */
export interface UnansweredTexts {
  readonly token: SaidOf<TokenFault>;
  /** Beside: what is wrong with a token. */
  readonly unanswered: SaidOf<Unanswered, Sentence>;
}

/** All that a language says of reads that failed. */
export interface NotReadTexts {
  /** Beside: why there is no answer, or what is in it. */
  readonly fault: SaidOf<ReadFault, Sentence>;
  /** What of the attempts follows it. */
  readonly after: (failed: ReadFailed) => Sentence;
  /** Beside: why the service could not be read. */
  readonly notTaken: SaidOf<NotTaken, Sentence>;
  readonly tooLarge: (why: NotTaken & { readonly code: 'too-large' }) => Sentence;
}

/** All that a language says of the answers to requests. Clauses: the answer, quoted, follows them. */
export interface AnswerTexts {
  readonly found: SaidOf<Found>;
  /** How the end of a request came. Beside: the answer, quoted, or why there is none. */
  readonly came: SaidOf<Came, Sentence>;
  /** An answer without content. */
  readonly nothing: string;
  /** The end of a clause about the answer. */
  readonly stated: SaidOf<StatedFact>;
  readonly answerThat: (stated: Phrase) => Sentence;
  readonly settledBy: (people: readonly string[]) => Sentence;
  readonly settledByEvidence: (balances: Sentence) => Sentence;
}
