import type { ExportRequest } from '../../adapters/exports/export-store.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';

/** Milliseconds that a writer keeps for itself: to read a last page, let go of its upload and say why it stopped. */
const KEPT_MS = 30_000;

const DAY = 'YYYY-MM-DD'.length;

/** An export that its writer has no time for. Another try would have no more. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** @throws TooLongError where a writer's time is over before the pieces are. */
export async function* whileTime<Piece>(
  pieces: AsyncIterable<Piece>,
  leftMs: () => number,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    if (leftMs() < KEPT_MS) throw new TooLongError('the time of the writer is over');
    yield piece;
  }
}

/** What was asked for, that it takes too long, and the two requests to make instead. */
export function tooLong({
  routeKey,
  query,
  format,
  requestedAt,
}: Pick<ExportRequest, 'routeKey' | 'query' | 'format' | 'requestedAt'>): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const asked = `${routeKey}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  return `${asked} (${format}) was not finished in the time that one file may take. ${dividedInto(query, requestedAt)}`;
}

function dividedInto(query: ExportRequest['query'], requestedAt: Instant): string {
  const { from, to = requestedAt } = query;
  const [begins, ends] = [momentOf(from), momentOf(to)];
  if (query.firstMonth !== undefined) return 'Ask for fewer months at once, in two exports.';
  if (from === undefined || begins === null || ends === null || begins >= ends) {
    return 'Ask for it in two exports, by period: name `from` and `to`.';
  }
  const middle = instantOf(Math.floor((epochMsOf(begins) + epochMsOf(ends)) / 2));
  const midnight = `${middle.slice(0, DAY)}T00:00:00.000Z`;
  const between = midnight > begins ? midnight : middle;
  return `Ask for it in two exports, by period: from=${from}&to=${between}, and from=${between}&to=${to}.`;
}

function momentOf(text: string | undefined): Instant | null {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : instantOf(ms);
}
