import type { Instant } from '../time/instant.ts';
import type { LaneFlow } from './lane.ts';

/** Readings kept with an instruction: those at which something moved, and the ends of each calm
 * stretch. A currency whose balance moves more often than this while it is blocked needs people, and
 * the snapshots themselves hold the rest. About 40 kB, a tenth of what an item may be. */
export const MAX_EVIDENCE_POINTS = 100;

/** Characters of a digest that people and programs repeat to say which evidence they saw. */
export const EVIDENCE_DIGEST_CHARACTERS = 16;

/** One reading of the balances after the claim, and what it says in words. */
export interface EvidencePoint {
  readonly takenAt: Instant;
  /** Total of each currency concerned, decimal text. */
  readonly balances: Readonly<Record<string, string>>;
  readonly words: string;
}

/** One way in which everything that was read since the claim can have come about, to the last digit. */
export interface Explanation {
  readonly executed: boolean;
  /** Earlier instructions of the currency whose change became visible only after this claim. */
  readonly shownLate: readonly string[];
}

/** What the readings say about one currency. Signed decimal text; a fall is negative. */
export interface CurrencyEvidence {
  readonly currency: string;
  /** As read before the claim. */
  readonly balanceBefore: string;
  /** As read last. */
  readonly balance: string;
  /** The change that was expected if the request was executed as asked for; without it, none was. */
  readonly changeIfExecuted: string;
  /** What moved between the claim and the last reading beyond what either answer explains. */
  readonly unexplainedIfExecuted: string;
  readonly unexplainedIfNot: string;
  /** Known flows of the currency so shortly before the claim that they may show only after it. */
  readonly earlierFlows: readonly LaneFlow[];
  readonly explanations: readonly Explanation[];
}

/**
 * What later balances say about a request whose outcome is not known. It advises: people settle.
 * Kept with the instruction, since it is what they decided on.
 */
export interface Evidence {
  /** Equal as long as the evidence says the same, however often it is gathered. */
  readonly digest: string;
  /** Oldest first. */
  readonly points: readonly EvidencePoint[];
  /** Points that were dropped for their number; with any, nothing is settled automatically. */
  readonly omitted: number;
  /** Everything read until this moment has been weighed. */
  readonly weighedUntil: Instant;
  /** A reading from after the quarantine is among the points. */
  readonly afterQuarantine: boolean;
  readonly currencies: readonly CurrencyEvidence[];
  /** The whole of it, for people. */
  readonly words: string;
}
