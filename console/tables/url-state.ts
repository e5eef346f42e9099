/*
 * The state of a list in its address: what can be sent to a colleague. Pure, so that it is tried without a browser.
 */

/** What a list is narrowed to, by the name of its filter; several values where it takes several. */
export type Filters = Readonly<Record<string, readonly string[]>>;

export interface ListState {
  readonly filters: Filters;
  readonly sort: string | null;
  /** `next` or `previous` of the page before; null for the first page. */
  readonly cursor: string | null;
}

const SORT = 'sort';
const CURSOR = 'cursor';

/** The state in an address; only filters that the list has. */
export function listStateOf(search: URLSearchParams, filterNames: readonly string[]): ListState {
  const filters = filterNames
    .map((name) => [name, search.getAll(name).filter((value) => value !== '')] as const)
    .filter(([, values]) => values.length > 0);
  return {
    filters: Object.fromEntries(filters),
    sort: search.get(SORT),
    cursor: search.get(CURSOR),
  };
}

/** The address with other values of a filter. A page belongs to its filters: the list begins again. */
export function withFilter(
  search: URLSearchParams,
  name: string,
  values: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(name);
  for (const value of values.filter((each) => each !== '')) next.append(name, value);
  next.delete(CURSOR);
  return next;
}

export function withSort(search: URLSearchParams, sort: string | null): URLSearchParams {
  return withFilter(search, SORT, sort === null ? [] : [sort]);
}

export function withCursor(search: URLSearchParams, cursor: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (cursor === null) next.delete(CURSOR);
  else next.set(CURSOR, cursor);
  return next;
}

/** The query of a list's route: filters that take several values are lists of the API, divided by commas. */
export function queryOf({ filters, sort, cursor }: ListState): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(filters)) query[name] = values.join(',');
  if (sort !== null) query[SORT] = sort;
  if (cursor !== null) query[CURSOR] = cursor;
  return query;
}
