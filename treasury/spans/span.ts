import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../decisions/decision.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/** Why a rule did what it did over a span: it swept, it did not for this reason, or the reason kept changing. */
export const SPAN_REASONS = ['sweep', ...NO_SWEEP_REASONS, 'varying'] as const;
export type SpanReason = (typeof SPAN_REASONS)[number];

const count = z.int().check(z.positive());

/** By name of the limit. A later version of Sluice may have more limits. */
const numbers = z.record(z.string(), decimalText);

const reasonCounts = z.record(z.string(), count);

/**
 * Consecutive runs that decided a rule alike: one version of it, one reason. A span that goes on over the end of a month
 * is cut there, into pieces with the same `since`.
 */
export const spanSchema = record(() => ({
  /** Of a varying span: that of its last run. */
  ruleVersion: count,
  reason: z.enum(SPAN_REASONS),
  /** Tick of the first run of the whole span. */
  since: instant,
  /** Ticks of the first and the last run of this piece. */
  from: instant,
  until: instant,
  /** Runs in this piece. */
  count,
  /** The least and the greatest number that each limit was checked with in this piece. */
  least: numbers,
  most: numbers,
  /** Of a varying span: how many runs had each reason. */
  reasons: z.exactOptional(reasonCounts),
}));

export type Span = Stored<typeof spanSchema>;

const ruleSpanSchema = record(() => ({
  ruleId: z.string(),
  span: spanSchema,
  /** Tick of the last run that decided to sweep, since spans are recorded. */
  lastSweepAt: z.exactOptional(instant),
  /** How many spans of the rule have closed on a day: that of the last run that closed one. */
  closings: z.exactOptional(record(() => ({ day: z.string(), count }))),
}));

/** A rule with its open span. */
export type RuleSpan = Stored<typeof ruleSpanSchema>;

export const openSpansSchema = record(() => ({
  tenant: z.string(),
  /** Tick of the last run in the spans. */
  through: instant,
  /** In the order of their ids. */
  rules: z.array(ruleSpanSchema),
  /** Grows with every write. */
  version: count,
}));

/** The open span of every rule of a tenant. */
export type OpenSpans = Stored<typeof openSpansSchema>;

export const monthSpansSchema = record(() => ({
  tenant: z.string(),
  ruleId: z.string(),
  /** Of UTC: "2026-11". */
  month: z.string(),
  /** In the order of time. */
  spans: z.array(spanSchema),
  /** Grows with every write. */
  version: count,
}));

/** The closed spans of a rule that lie in a month. */
export type MonthSpans = Stored<typeof monthSpansSchema>;

/** A span in a list. */
export const listedSpanSchema = record(() => ({
  ruleId: z.string(),
  /** Whether it goes on: if so, its numbers are an hour old at most. */
  open: z.boolean(),
  /** Of an open span: tick of the rule's last run that decided to sweep, since spans are recorded. */
  lastSweepAt: z.exactOptional(instant),
  ...spanSchema.shape,
}));

export type ListedSpan = Stored<typeof listedSpanSchema>;

export function listedClosed(ruleId: string, span: Span): ListedSpan {
  return { ruleId, open: false, ...span };
}

export function listedOpen({ ruleId, span, lastSweepAt }: RuleSpan): ListedSpan {
  return { ruleId, open: true, ...(lastSweepAt !== undefined && { lastSweepAt }), ...span };
}

/** A month of UTC, "2026-11". The order as text is that of time. */
export type Month = string;

export function monthOf(at: Instant): Month {
  return at.slice(0, 7);
}
