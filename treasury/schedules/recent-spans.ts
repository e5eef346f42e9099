import type { Instant } from '../time/instant.ts';

/**
 * Two occurrences with none between them: for every moment from one until the other the answers are the same. Null if
 * there is none before, or none after.
 */
export interface Span {
  readonly latest: Instant | null;
  readonly next: Instant | null;
}

/**
 * One decision asks around three moments: now, the deadline before which an occurrence is too old, and the next
 * occurrence, which it names.
 */
const MAX_SPANS = 3;

/**
 * The spans of one schedule that were asked for last. Computing one takes a hundred times as long as a decision, and the
 * moments in question follow each other closely.
 */
export class RecentSpans {
  #spans: readonly Span[] = [];

  /** The span around a moment; `workOut` is called where none of the last ones is it. */
  around(moment: Instant, workOut: () => Span): Span {
    const span = this.#spans.find((each) => isWithin(moment, each)) ?? workOut();
    const others = this.#spans.filter((each) => each !== span);
    this.#spans = [span, ...others].slice(0, MAX_SPANS);
    return span;
  }
}

/** Before its first and after its last occurrence a schedule is used too rarely to be remembered. */
function isWithin(moment: Instant, { latest, next }: Span): boolean {
  return latest !== null && next !== null && latest <= moment && moment < next;
}
