import type { components } from '@sluice/client';
import { compareAmounts } from '../display/amounts.ts';

export type Span = components['schemas']['DecisionSpan'];

/** How far back the timeline goes. */
export const SPAN_RANGES = {
  week: { days: 7 },
  month: { days: 30 },
  year: { days: 365 },
} as const;

export type RangeName = keyof typeof SPAN_RANGES;

export function isSpanRange(text: string | null): text is RangeName {
  return text !== null && Object.hasOwn(SPAN_RANGES, text);
}

const HOUR_MS = 3_600_000;

/** The start of a range, at a full hour: so that it stays the same question for an hour. */
export function spansFrom(name: RangeName, now: Date): string {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return new Date(hour - SPAN_RANGES[name].days * 24 * HOUR_MS).toISOString();
}

/** A span is cut at the end of a month; its pieces have the same start, and are one stretch for people. */
export function joined(newestFirst: readonly Span[]): readonly Span[] {
  const stretches: Span[] = [];
  for (const span of newestFirst) {
    const later = stretches.at(-1);
    const isSame =
      later !== undefined &&
      later.since === span.since &&
      later.reason === span.reason &&
      later.ruleVersion === span.ruleVersion;
    if (isSame) stretches[stretches.length - 1] = together(span, later);
    else stretches.push(span);
  }
  return stretches;
}

function together(earlier: Span, later: Span): Span {
  return {
    ...later,
    from: earlier.from,
    count: earlier.count + later.count,
    least: merged(earlier.least, later.least, -1),
    most: merged(earlier.most, later.most, 1),
  };
}

type Numbers = Span['least'];

function merged(left: Numbers, right: Numbers, sign: 1 | -1): Numbers {
  const all = { ...left, ...right };
  return Object.fromEntries(
    Object.keys(all).map((name) => {
      const [one, other] = [left[name], right[name]];
      if (one === undefined || other === undefined) return [name, one ?? other ?? ''];
      return [name, compareAmounts(one, other) * sign > 0 ? one : other];
    }),
  );
}

/** What the number of a limit counts; others explain nothing beside their reason. */
const UNITS = {
  threshold: 'amount',
  'budget-24h': 'amount',
  'budget-30d': 'amount',
  minimum: 'amount',
  'balance-age': 'seconds',
  cooldown: 'seconds',
} as const;

export type NumberName = keyof typeof UNITS;

/** The limits whose numbers say most of a reason, beside the balance. */
const BEHIND: Readonly<Record<string, readonly NumberName[]>> = {
  'stale-balance': ['balance-age'],
  cooldown: ['cooldown', 'threshold'],
  'budget-exhausted': ['threshold', 'budget-24h', 'budget-30d'],
  'below-minimum': ['threshold', 'minimum'],
};

const USUAL = ['threshold'] as const;

export interface SpanNumber {
  readonly limit: NumberName;
  readonly unit: 'amount' | 'seconds';
  readonly least: string;
  readonly most: string;
}

/** The numbers behind the reason of a span, from the least to the greatest. */
export function numbersOf({ reason, least, most }: Span): readonly SpanNumber[] {
  return (BEHIND[reason] ?? USUAL).flatMap((limit) => {
    const [from, to] = [least[limit], most[limit]];
    if (from === undefined || to === undefined) return [];
    return [{ limit, unit: UNITS[limit], least: from, most: to }];
  });
}
