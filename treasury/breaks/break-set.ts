import type { Break, Direction } from '../ledger/break.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { hexDigestOf } from '../seals/canonical-json.ts';
import type { Instant } from '../time/instant.ts';

/**
 * Breaks of one call. Each is a commit with a link of the audit log, one after the other: a hundred take some five
 * seconds, a third of what a request may take.
 */
export const MAX_BREAKS_AT_ONCE = 100;

/** The states in which a person can explain or close a break. */
export const DECIDABLE_STATES = ['open', 'matched', 'explained'] as const;

/** Which breaks of one state are meant; everything that is named must hold. */
export interface BreakFilter {
  readonly state: (typeof DECIDABLE_STATES)[number];
  readonly currency?: string | undefined;
  readonly direction?: Exclude<Direction, 'unbooked'> | undefined;
  /** Ticks of the snapshots that show them, from one, included, to another, not. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** Bounds of the amount without its sign, both included. */
  readonly minimum?: string | undefined;
  readonly maximum?: string | undefined;
  /** Part of an id, or of what was said of it, in any case. */
  readonly text?: string | undefined;
  /** Id of a matching rule that expects them. */
  readonly matchingRule?: string | undefined;
}

/** By what a break itself holds; its texts and the rules that expect it are looked up beside it. */
export function isInFilter(filter: BreakFilter, found: Break): boolean {
  const { currency, direction, minimum, maximum, state, from, to } = filter;
  const size = decimalOf(found.amount).abs();
  return (
    found.status.state === state &&
    found.direction !== 'unbooked' &&
    (currency === undefined || found.currency === currency) &&
    (direction === undefined || found.direction === direction) &&
    (from === undefined || found.snapshot >= from) &&
    (to === undefined || found.snapshot < to) &&
    (minimum === undefined || size.greaterThanOrEqualTo(decimalOf(minimum))) &&
    (maximum === undefined || size.lessThanOrEqualTo(decimalOf(maximum)))
  );
}

/** What a person saw of a set: every id in it with its version, whatever their order. */
export function digestOfSet(breaks: readonly Pick<Break, 'id' | 'version'>[]): string {
  return hexDigestOf(breaks.map(({ id, version }) => `${id}/${version}`).sort());
}
