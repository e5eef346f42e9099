import type { ListState } from '../../tables/url-state.ts';

export const FILTERS = ['by', 'action', 'subject', 'text', 'from', 'to'] as const;

/** Fewer letters are refused by the API: the search begins with the second. */
const SHORTEST_TEXT = 2;

type Name = (typeof FILTERS)[number];

/** What the log asks the API for: also what is exported, so that a file has what the screen shows. */
export function queryOfFilters({ filters, sort }: Pick<ListState, 'filters' | 'sort'>) {
  const one = (name: Name) => (filters[name]?.[0] ?? '').trim();
  const present = FILTERS.filter(
    (name) => one(name).length >= (name === 'text' ? SHORTEST_TEXT : 1),
  );
  const narrowed: Partial<Record<Name, string>> = Object.fromEntries(
    present.map((name) => [name, one(name)]),
  );
  return { ...narrowed, ...(sort === 'oldest' && { sort: 'oldest' as const }) };
}
