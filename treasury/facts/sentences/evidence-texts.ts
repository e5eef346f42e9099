import type { CurrencyEvidence, NotStatedReading } from '../../instructions/evidence.ts';
import type { Instant } from '../../time/instant.ts';
import type { Sentence } from './sentence.ts';

/** The rest that each of the two answers leaves unexplained. */
export interface Unexplained {
  readonly ifExecuted: Sentence;
  readonly ifNot: Sentence;
}

/** All that a language says of the evidence of balances. */
export interface EvidenceTexts {
  /** Null: nothing. Otherwise signed decimal text; a fall is negative. */
  readonly unexplained: (currency: string, amount: string | null) => Sentence;
  /** One reading of one currency. */
  readonly point: (currency: string, balance: string, rest: Unexplained) => Sentence;
  readonly nothingRead: (since: Instant) => Sentence;
  readonly read: (from: Instant, until: Instant) => Sentence;
  /** Everything read of one currency. */
  readonly currency: (seen: CurrencyEvidence, rest: Unexplained) => Sentence;
  readonly earlierFlows: (seen: CurrencyEvidence) => Sentence;
  /** Which answers explain every reading. */
  readonly fitting: Readonly<Record<'both' | 'executed' | 'notExecuted' | 'neither', string>>;
  readonly mayStillExecute: (until: Instant) => Sentence;
  /** A currency that is left out has not fallen, and has not stayed either. */
  readonly notStated: (reading: NotStatedReading) => Sentence;
}
