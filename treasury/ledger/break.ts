import * as z from 'zod/mini';
import {
  AUTOMATIC_CLOSINGS,
  BREAK_KINDS,
  type BreakKind,
  breakFactSchema,
  breakOriginSchema,
} from '../facts/break-facts.ts';
import type { MovementFact } from '../facts/movement-facts.ts';
import { sayMatch } from '../facts/sentences/movement.ts';
import { decimalText } from '../money/decimal-text.ts';
import { EXPECTED_KINDS } from '../policy/matching-rule.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import type { Flow } from './flow.ts';

/** matched: a matching rule explained it, and no person. */
export const BREAK_STATES = ['open', 'matched', 'explained', 'closed'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/** States of a break that still needs people. */
export const UNFINISHED_STATES = ['open', 'explained'] as const satisfies readonly BreakState[];

export function isUnfinished(state: BreakState): state is (typeof UNFINISHED_STATES)[number] {
  return UNFINISHED_STATES.some((each) => each === state);
}

/**
 * An incoming amount has to be explained; an outgoing amount without Sluice is an alarm, and so is a confirmed amount
 * that no balance shows within the booking bound.
 */
export const DIRECTIONS = ['inflow', 'outflow', 'unbooked'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The end of a break: by a person, or by later records. */
export const CLOSINGS = ['by-people', ...AUTOMATIC_CLOSINGS] as const;

/** alarm: a person has to act at once. */
export const SEVERITIES = ['alarm', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

const breakExplanationSchema = record(() => ({
  by: z.string(),
  at: instant,
  kind: z.enum(BREAK_KINDS),
  comment: z.string(),
}));

/** A person's explanation of the difference. */
export type BreakExplanation = Stored<typeof breakExplanationSchema>;

const breakMatchSchema = record(() => ({
  ruleId: z.string(),
  /** Version of the matching rule. */
  version: z.int().check(z.positive()),
  /** As it was in that version: the name of the class. */
  label: z.string(),
  kind: z.enum(EXPECTED_KINDS),
  /** Set if the rule bounds what it explains in a day: what was counted, in which hour. */
  counted: z.exactOptional(record(() => ({ amount: decimalText, unit: z.string(), at: instant }))),
  /** Set if the rule has a schedule: no other movement of the currency is this occurrence's. */
  occurrence: z.exactOptional(instant),
}));

/** A matching rule's explanation of the difference. */
export type BreakMatch = Stored<typeof breakMatchSchema>;

export const breakStatusSchemas = {
  /** A version that does not know matching rules leaves it alone. */
  matched: record(() => ({ state: z.literal('matched'), at: instant, match: breakMatchSchema })),
  open: record(() => ({ state: z.literal('open'), at: instant })),
  explained: record(() => ({
    state: z.literal('explained'),
    at: instant,
    explanation: breakExplanationSchema,
  })),
  /** Closed by a person: the difference remains, and has an explanation. */
  byPeople: record(() => ({
    state: z.literal('closed'),
    how: z.literal(CLOSINGS[0]),
    at: instant,
    by: z.string(),
    comment: z.string(),
    explanation: breakExplanationSchema,
  })),
  /** Closed by later knowledge: nothing is unexplained there any more. */
  automatic: record(() => ({
    state: z.literal('closed'),
    how: z.enum(AUTOMATIC_CLOSINGS),
    at: instant,
    /** Instructions that account for it; empty if a late snapshot shows it elsewhere. */
    instructionIds: z.array(z.string()),
  })),
};

const breakStatusSchema = z.union([
  breakStatusSchemas.matched,
  breakStatusSchemas.open,
  breakStatusSchemas.explained,
  breakStatusSchemas.byPeople,
  breakStatusSchemas.automatic,
]);

export type BreakStatus = Stored<typeof breakStatusSchema>;

export const breakHistoryEntrySchema = record(() => ({
  at: instant,
  state: z.enum(BREAK_STATES),
  by: z.string(),
  fact: breakFactSchema,
}));

/** One line of a break's history. */
export type BreakHistoryEntry = Stored<typeof breakHistoryEntrySchema>;

export const breakSchema = record(() => ({
  id: z.string(),
  tenant: z.string(),
  currency: z.string(),
  /**
   * Tick of the snapshot that shows it, and when its balances were read. Of an unbooked amount: when the oldest was
   * claimed.
   */
  snapshot: instant,
  readAt: instant,
  /** The same of the snapshot before it. */
  sinceSnapshot: instant,
  sinceReadAt: instant,
  direction: z.enum(DIRECTIONS),
  /** Signed decimal text: incoming amounts are positive. */
  amount: decimalText,
  /** How it was computed last. */
  found: breakOriginSchema,
  /**
   * Requests of unknown outcome that would account for it, to the last digit; of an unbooked amount, those
   * instructions.
   */
  mayBe: z.array(z.string()),
  /** Set once the outcome of a request that may account for it was not known: no matching rule ever explains it. */
  doubted: z.exactOptional(z.literal(true)),
  /**
   * Of a rise: outgoing requests that were placed whole in its interval although no lane said so. While it is open, it may
   * be their part that shows later, so no matching rule explains it, nor a fall of its currency.
   */
  takenForWhole: z.exactOptional(z.array(z.string())),
  openedAt: instant,
  status: breakStatusSchema,
  /** Oldest first. */
  history: z.array(breakHistoryEntrySchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
}));

/** A difference between two readings of a balance that nothing known to Sluice accounts for. */
export type Break = Stored<typeof breakSchema>;

/** The id of a break: fixed by where it shows, sorted by time, fit for an address. */
export function breakId({ snapshot, currency }: Pick<Flow, 'snapshot' | 'currency'>): string {
  return `${snapshot.replaceAll(/[-:.]/g, '')}-${currency}`;
}

/** The first and the last id that a break of these ticks can have, both included. */
export function breakIdBounds(from: Instant, to: Instant): readonly [string, string] {
  const [first, last] = [from, to].map((tick) => tick.replaceAll(/[-:.]/g, ''));
  return [`${first}-`, `${last}-~`];
}

/** Whether a person has to act at once: money left that Sluice did not send, or did not leave that it sent. */
export function severityOf({ direction }: Pick<Break, 'direction'>): Severity {
  return direction === 'inflow' ? 'notice' : 'alarm';
}

/** The person who closed it; null if later knowledge did, or if it is open. */
export function closedBy(found: Pick<Break, 'status'> | null): readonly string[] {
  const status = found?.status;
  return status?.state === 'closed' && status.how === 'by-people' ? [status.by] : [];
}

/** A person's explanation, even if the break was closed since. */
export function explanationOf({ status }: Pick<Break, 'status'>): BreakExplanation | null {
  return 'explanation' in status ? status.explanation : null;
}

/** The matching rule's explanation; null if there is none, or a person or later knowledge took its place. */
export function matchOf({ status }: Pick<Break, 'status'>): BreakMatch | null {
  return status.state === 'matched' ? status.match : null;
}

/** Whoever explained a difference, in the words of reports: a person, or the class of a matching rule. */
export interface NamedBy {
  readonly by: string;
  readonly kind: BreakKind;
  readonly comment: string;
  readonly about: MovementFact;
}

export function namedBy(found: Pick<Break, 'status'>): NamedBy | null {
  const match = matchOf(found);
  if (match === null) {
    const explanation = explanationOf(found);
    if (explanation === null) return null;
    const { by, kind, comment } = explanation;
    return { by, kind, comment, about: { code: 'explained', kind, comment } };
  }
  const { ruleId, version, kind, label } = match;
  const about = { code: 'matched', kind, label, ruleId, version } as const;
  return { by: matcherName(match), kind, comment: sayMatch(about), about };
}

/** "matching-rule:network-fees": the author of what a matching rule explains. */
export function matcherName({ ruleId }: Pick<BreakMatch, 'ruleId'>): string {
  return `matching-rule:${ruleId}`;
}
