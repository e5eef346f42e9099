import { notFound } from '../problems/not-found.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from './api-event.ts';
import { headerOf } from './header.ts';

/** A strong ETag, as it is written: `"3"`. */
function quoted(tag: string | number): string {
  return `"${tag}"`;
}

/** The version of an item as its ETag. */
export function etagOf({ version }: { readonly version: number }): string {
  return quoted(version);
}

export function withEtag(item: { readonly version: number }): Readonly<Record<string, string>> {
  return { etag: etagOf(item) };
}

/** The digest of the content under decision, or the generation of the halt, as its ETag. */
export function etagOfTag(tag: string): Readonly<Record<string, string>> {
  return { etag: quoted(tag) };
}

/**
 * What a read adds to the ETag of an item: a digest of the whole answer, so that If-None-Match notices every change of it. A
 * precondition rests on the item alone, and is accepted with the digest or without: `"3.c2l4dGVlbiBieXRlcyE"` means `"3"`.
 */
const COVER = /^("[\x21\x23-\x2d\x2f-\x7e]+)\.[\w-]{22}"$/;

function withoutCover(tag: string): string {
  return tag.replace(COVER, '$1"');
}

/** The ETag of a read: strong where it names an item's version, weak where there is none. */
export function coveringTag(own: string | undefined, digest: string): string {
  return own === undefined ? `W/"${digest}"` : own.replace(/"$/, `.${digest}"`);
}

/** Digits of a version in an If-Match: beyond any number of changes of one item. */
const VERSION = /^"([1-9]\d{0,8})"$/;
/** A generation is counted from 0, and may have begun with a time in milliseconds. */
const GENERATION = /^"(0|[1-9]\d{0,15})"$/;
/** One strong ETag (RFC 9110, 8.8.3), longer than any digest here. */
const TAG = /^"([\x21\x23-\x7e]{1,80})"$/;

type WithHeaders = Pick<ApiEvent, 'headers'>;

/**
 * The version that a request rests on. Without one it is refused (428), with anything but one strong ETag as well
 * (412): a change must rest on what its maker saw. `current`: the current version, to name it.
 */
export async function versionOf(
  event: WithHeaders,
  current: () => Promise<{ readonly version: number } | null>,
): Promise<number> {
  const matched = await ifMatchOf(event, VERSION, async () => {
    const currentItem = await current();
    if (currentItem === null) throw notFound('There is nothing of this id.');
    return { etag: etagOf(currentItem), members: { currentVersion: currentItem.version } };
  });
  return Number(matched);
}

/** The generation of the halt that a request rests on. */
export async function generationOf(
  event: WithHeaders,
  current: () => Promise<{ readonly generation: number }>,
): Promise<number> {
  const matched = await ifMatchOf(event, GENERATION, async () => ({
    etag: quoted((await current()).generation),
  }));
  return Number(matched);
}

/** The digest that a request rests on. `current`: the current one; null if there is none. */
export async function digestOf(
  event: WithHeaders,
  current: () => Promise<string | null>,
): Promise<string> {
  return await ifMatchOf(event, TAG, async () => {
    const tag = await current();
    return { etag: tag === null ? null : quoted(tag) };
  });
}

interface CurrentVersion {
  readonly etag: string | null;
  readonly members?: Readonly<Record<string, unknown>>;
}

async function ifMatchOf(
  request: WithHeaders,
  form: RegExp,
  current: () => Promise<CurrentVersion>,
): Promise<string> {
  const seen = headerOf(request, 'if-match');
  const matched = seen === undefined ? undefined : form.exec(withoutCover(seen.trim()))?.[1];
  if (matched !== undefined) return matched;
  const { etag, members = {} } = await current();
  const accepted =
    etag === null
      ? 'the ETag of what stands: there is none yet'
      : `${etag}, the ETag of what stands`;
  const missing = seen === undefined;
  throw new ProblemError(
    problem(missing ? 'if-match-missing' : 'stale', {
      detail: 'Nothing was changed. Read the item again, then repeat the request with its ETag.',
      fields: [{ field: 'If-Match', seen: missing ? 'nothing' : seen.slice(0, 80), accepted }],
      headers: etag === null ? {} : { etag },
      members,
    }),
  );
}
