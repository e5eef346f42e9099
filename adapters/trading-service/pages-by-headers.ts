import type { IncomingHttpHeaders } from 'node:http';
import { squeezed } from './answer-fields.ts';
import { shownName } from './describe-shape.ts';
import { type FurtherPages, furtherPages, saysMore } from './further-pages.ts';

/** What the names of such headers begin with. */
const PREFIX = /^(?:xms|xrestli|x)?(?:pagination|paging)?/;

/** One link of the header Link (RFC 8288), and a cursor that says itself that nothing is behind it. */
const NEXT_LINK = /;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i;
const EMPTY_LINK = /;\s*results\s*=\s*"?false\b/i;

/** Entries of an answer, and how many there are in all: "items 0-24/319". */
const CONTENT_RANGE = /(\d{1,9})\s*-\s*(\d{1,9})\s*\/\s*(\d{1,9})\s*$/;

/**
 * The header that says that there are entries which are not in the answer; null if none does. `entries`: how many the body lists. No value is repeated: a link may hold the token.
 */
export function pagesByHeaders(headers: IncomingHttpHeaders, entries: number): FurtherPages | null {
  const leading = Object.entries(headers).find(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text !== undefined && leadsOn(name.toLowerCase(), text.trim(), entries);
  });
  return leading === undefined
    ? null
    : { code: 'further-pages', name: shownName(leading[0]), by: 'header' };
}

function leadsOn(name: string, text: string, entries: number): boolean {
  if (name === 'link') return text.split(/,(?=\s*<)/).some(isNextLink);
  if (name === 'content-range') return isPartOfRange(text);
  const field = squeezed(name).replace(PREFIX, '');
  if (field === '') return furtherPages(jsonIn(text), entries) !== null;
  return saysMore(field, text, entries);
}

function isNextLink(link: string): boolean {
  return NEXT_LINK.test(link) && !EMPTY_LINK.test(link);
}

/** Of bytes it is said by a download. */
function isPartOfRange(text: string): boolean {
  const range = CONTENT_RANGE.exec(text);
  if (range === null || text.startsWith('bytes')) return false;
  const [, first, last, all] = range.map(Number);
  return first !== 0 || Number(last) + 1 < Number(all);
}

/** `X-Pagination` holds an object with fields as an answer has them. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
