import { type AnswerField, type Fields, fieldsIn, isDenied, squeezed } from './answer-fields.ts';
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

/**
 * What an answer says of entries that are not in it, as the end of a sentence that begins with "a 200"; null if it says
 * nothing of any. A first page is no account of what is held: the currencies of the second would be missing from it.
 */
export function furtherPages(answer: unknown): string | null {
  const leading = fieldsIn(answer).find((seen) => !isCurrency(seen) && leadsOn(seen));
  return leading === undefined ? null : `that has further pages by its ${shownName(leading.name)}`;
}

function leadsOn({ field, held, holder }: AnswerField): boolean {
  if (NEXT_FIELD.test(field)) return !isNothing(held);
  if (PAGES_FIELD.test(field)) return (Array.isArray(held) ? held.length : countIn(held)) > 1;
  return COUNT_FIELD.test(field) && countIn(held) > entriesBeside(holder);
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

/** Entries of the list that a wrapper beside a count holds; without one the count is of something else. */
function entriesBeside(holder: Fields): number {
  const list = WRAPPERS.map((name) => holder[name]).find((held) => Array.isArray(held));
  return list?.length ?? Number.POSITIVE_INFINITY;
}
