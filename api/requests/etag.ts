import { notFound } from '../problems/not-found.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from './api-event.ts';

/** The version of an item as its ETag: `"3"`. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`;
}

export function withEtag(item: { readonly version: number }): Readonly<Record<string, string>> {
  return { etag: etagOf(item) };
}

/** Digits of a version in an If-Match: beyond any number of changes of one item. */
const IF_MATCH = /^"([1-9]\d{0,8})"$/;

/**
 * The version that a request rests on. Without one it is refused (428), with anything but one strong
 * ETag as well (412): a change must rest on what its maker saw. `current`: what stands, to name it.
 */
export async function ifMatchOf(
  { headers }: Pick<ApiEvent, 'headers'>,
  current: () => Promise<{ readonly version: number } | null>,
): Promise<number> {
  const seen = Object.entries(headers).find(([name]) => name.toLowerCase() === 'if-match')?.[1];
  const matched = seen === undefined ? null : IF_MATCH.exec(seen.trim());
  if (matched !== null) return Number(matched[1]);
  const standing = await current();
  if (standing === null) throw notFound('There is nothing of this id.');
  const accepted = `${etagOf(standing)}, the ETag of what stands`;
  const missing = seen === undefined;
  throw new ProblemError(
    problem(missing ? 'if-match-missing' : 'stale', {
      detail: 'Nothing was changed. Read the item again, then repeat the request with its ETag.',
      fields: [{ field: 'If-Match', seen: missing ? 'nothing' : seen.slice(0, 80), accepted }],
      headers: { etag: etagOf(standing) },
      members: { currentVersion: standing.version },
    }),
  );
}
