import type { ContentFault } from '../../treasury/outcomes/content-fault.ts';
import { type Fields, fieldsIn, isDenied, squeezed } from './answer-fields.ts';
import { WRAPPERS } from './balance-entries.ts';
import { shownName } from './describe-shape.ts';
import { isCurrency } from './stated-failure.ts';

/** Fields that lead on: they hold something if there is more, and nothing on the last page. */
const NEXT_FIELD =
  /^(?:next(?:page)?(?:cursor|token|link|url|uri|key|id|offset)?|(?:has|is)?more(?:pages|data|items|results)?|hasnext(?:page)?|(?:end)?cursor|continuation(?:token)?|paginationtoken|(?:is)?truncated)$/;

/** Fields with the number of pages, or a list of them. */
const PAGES_FIELD = /^(?:pages|(?:total|last|num)pages?|(?:total)?pagecount|numberofpages)$/;

/** Fields with the number of all entries, wherever they are. */
const COUNT_FIELD =
  /^(?:count|total|(?:total|records)(?:count|items|elements|results|records|total))$/;

/** Texts with which services fill an empty field. */
const EMPTY_TEXTS: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'none', 'null']);

/** What an answer says of entries that are not in it. */
export type FurtherPages = Extract<ContentFault, { readonly code: 'further-pages' }>;

/**
 * The field that says that there are entries which are not in the answer; null if none does. A first page is no account of what is held: the currencies of the second would be missing from it. `entries`: how many
 * there are where no list stands beside a count, if that is known.
 */
export function furtherPages(answer: unknown, entries?: number): FurtherPages | null {
  const leading = fieldsIn(answer).find((seen) => {
    const { field, held, holder } = seen;
    return !isCurrency(seen) && saysMore(field, held, entriesBeside(holder) ?? entries);
  });
  return leading === undefined
    ? null
    : { code: 'further-pages', name: shownName(leading.name), by: 'field' };
}

/** Whether a field of that squeezed name says that there is more. A count of what is not known says nothing. */
export function saysMore(
  field: string,
  held: unknown,
  entries: number = Number.POSITIVE_INFINITY,
): boolean {
  if (NEXT_FIELD.test(field)) return !isNothing(held);
  if (PAGES_FIELD.test(field)) return (Array.isArray(held) ? held.length : countIn(held)) > 1;
  return COUNT_FIELD.test(field) && countIn(held) > entries;
}

function isNothing(held: unknown): boolean {
  if (held == null || isDenied(held)) return true;
  if (typeof held === 'object') return Object.values(held).every(isNothing);
  return EMPTY_TEXTS.has(squeezed(String(held)));
}

/** Amounts have names like these, and are text with digits beyond the point; a count is a whole number. */
function countIn(held: unknown): number {
  return typeof held === 'number' || (typeof held === 'string' && /^\d{1,9}$/.test(held))
    ? Number(held)
    : 0;
}

/** Entries of the list that a wrapper beside a count holds; without one the count may be of something else. */
function entriesBeside(holder: Fields): number | undefined {
  return WRAPPERS.map((name) => holder[name]).find((held) => Array.isArray(held))?.length;
}
