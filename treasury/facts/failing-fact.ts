import type { Seen } from '../outcomes/outcome.ts';
import type { StopFact } from './stop-fact.ts';

/** What of a rule did not leave to one destination, and what became of the last. */
export interface FailingFact extends Seen {
  readonly ruleId: string;
  /** The label of the account that it pays to, or the currency that it converts into. */
  readonly to: string;
  readonly converts: boolean;
  /** In a row. */
  readonly failures: number;
  readonly outcome: 'rejected' | 'not-sent' | 'unknown' | 'anomaly' | 'cancelled';
  readonly reason: string;
  /** Why the last was cancelled, if it was. */
  readonly why?: StopFact;
}
