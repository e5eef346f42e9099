import {
  type BreakFilter,
  isInFilter,
  MAX_BREAKS_AT_ONCE,
} from '../../treasury/breaks/break-set.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import { expectsBreak, needsPrices } from '../../treasury/matching/expected-break.ts';
import type { Expectation } from '../../treasury/matching/expected-movement.ts';
import { listBreaks, readBreak, readFlow } from './flows.ts';
import { FIRST_MOMENT, LAST_MOMENT } from './pages.ts';
import type { StoreTable } from './store-table.ts';

/** Breaks read for one set at most: a filter that fits few of very many names a shorter time. */
const MAX_BREAKS_READ = 5_000;
const PAGE = 200;

/** A set of breaks as a person names it, and whether there are more than one call takes. */
export interface BreakSet {
  readonly items: readonly Break[];
  readonly more: boolean;
}

/** The newest breaks that a filter names; with a rule, those of them that it expects. */
export async function breaksIn(
  table: StoreTable,
  tenant: string,
  filter: BreakFilter,
  rule: Expectation | null = null,
): Promise<BreakSet> {
  const { state, from = FIRST_MOMENT, to = LAST_MOMENT, text } = filter;
  const range = { from, to, state: [state], ...(text === undefined ? {} : { text }) };
  const found: Break[] = [];
  let next: string | undefined;
  for (let read = 0; read < MAX_BREAKS_READ; read += PAGE) {
    const request = { limit: PAGE, ...(next === undefined ? {} : { cursor: next }) };
    const page = await listBreaks(table, tenant, range, request);
    const named = page.items.filter((each) => isInFilter(filter, each));
    found.push(...(rule === null ? named : await expectedBy(table, rule, named)));
    if (found.length > MAX_BREAKS_AT_ONCE || page.next === undefined) {
      return { items: found.slice(0, MAX_BREAKS_AT_ONCE), more: found.length > MAX_BREAKS_AT_ONCE };
    }
    next = page.next;
  }
  return { items: found, more: true };
}

async function expectedBy(
  table: StoreTable,
  rule: Expectation,
  breaks: readonly Break[],
): Promise<readonly Break[]> {
  const judged = await Promise.all(
    breaks.map(async (each) => {
      const flow = needsPrices(rule) ? await readFlow(table, each) : null;
      return expectsBreak(rule, each, flow) ? [each] : [];
    }),
  );
  return judged.flat();
}

/** The breaks with these ids, in their order; the ids of those that are not there. */
export async function breaksOf(
  table: StoreTable,
  tenant: string,
  ids: readonly string[],
): Promise<BreakSet & { readonly missing: readonly string[] }> {
  const found = await Promise.all(ids.map((id) => readBreak(table, tenant, id)));
  return {
    items: found.filter((each) => each !== null),
    more: false,
    missing: ids.filter((_, index) => found[index] === null),
  };
}
