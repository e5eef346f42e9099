import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { laneFlowSchema } from './lane.ts';

/**
 * Readings kept with an instruction: those at which something moved, and the ends of each calm window. A currency
 * whose balance moves more often than this while it is blocked needs people, and the snapshots themselves hold the
 * rest. About 40 kB, a tenth of an item's maximum.
 */
export const MAX_EVIDENCE_POINTS = 100;

/**
 * Readings examined at once: more than a day of one every ten seconds, since a quarantine may last a day, and
 * the reading that counts comes after it. In a round of the watchdog, the rest waits for the next one.
 */
export const MAX_EVIDENCE_READINGS = 10_000;

/** Characters of a digest that people and programs repeat to say which evidence they saw. */
export const EVIDENCE_DIGEST_CHARACTERS = 16;

const evidencePointSchema = record(() => ({
  takenAt: instant,
  /** Total of each currency concerned, decimal text. */
  balances: z.record(z.string(), decimalText),
}));

/** One reading of the balances after the claim. */
export type EvidencePoint = Stored<typeof evidencePointSchema>;

const explanationSchema = record(() => ({
  executed: z.boolean(),
  /** Earlier instructions of the currency whose change became visible only after this claim. */
  shownLate: z.array(z.string()),
}));

/** One way in which all readings since the claim can have come about, to the last digit. */
export type Explanation = Stored<typeof explanationSchema>;

const currencyEvidenceSchema = record(() => ({
  currency: z.string(),
  /** As read before the claim. */
  balanceBefore: decimalText,
  /** As read last. */
  balance: decimalText,
  /** The change that was expected if the request was executed as requested; otherwise, none was. */
  changeIfExecuted: decimalText,
  /** The movement between the claim and the last reading that neither answer explains. */
  unexplainedIfExecuted: decimalText,
  unexplainedIfNot: decimalText,
  /** Known flows of the currency so shortly before the claim that they may show only after it. */
  earlierFlows: z.array(laneFlowSchema),
  explanations: z.array(explanationSchema),
}));

/** The evidence of the readings about one currency. Signed decimal text; a fall is negative. */
export type CurrencyEvidence = Stored<typeof currencyEvidenceSchema>;

const notStatedReadingSchema = record(() => ({
  /** Those that it does not state. */
  currencies: z.array(z.string()),
  readAt: instant,
  afterQuarantine: z.boolean(),
}));

/** The last reading since a claim, if it does not state what it would have to: it is no evidence. */
export type NotStatedReading = Stored<typeof notStatedReadingSchema>;

export const evidenceSchema = record(() => ({
  /** Equal as long as the evidence says the same, however often it is gathered. */
  digest: z.string(),
  /** Of the claim whose outcome it is about: readings of after it count. */
  claimedAt: instant,
  /** Until then the service may still execute it. */
  quarantineUntil: instant,
  /** Oldest first; empty if no reading since the claim states each of the currencies. */
  points: z.array(evidencePointSchema),
  /** Points that were dropped for their number; if there are any, nothing is settled automatically. */
  omitted: z.int().check(z.nonnegative()),
  /** Everything read until this moment has been weighed. */
  weighedUntil: instant,
  /** A reading from after the quarantine is among the points. */
  afterQuarantine: z.boolean(),
  currencies: z.array(currencyEvidenceSchema),
  /** Absent if the last reading states each of the currencies. */
  notStated: z.exactOptional(notStatedReadingSchema),
}));

/**
 * The evidence of later balances about a request of unknown outcome. It advises: people settle. Kept with the
 * instruction, since people decided on it, as numbers: `facts/sentences/say/say-evidence.ts` says what they come to.
 */
export type Evidence = Stored<typeof evidenceSchema>;
