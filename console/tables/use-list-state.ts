import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListState, listStateOf, withCursor, withFilter, withSort } from './url-state.ts';

export interface ListControls extends ListState {
  readonly setFilter: (name: string, values: readonly string[]) => void;
  readonly setSort: (sort: string | null) => void;
  readonly setCursor: (cursor: string | null) => void;
}

/**
 * The filters, the order and the page of a list, kept in the address. Pages go into the history, so that "back" turns a
 * page back; filters replace, so that it leaves the list.
 *
 * @public
 */
export function useListState(filterNames: readonly string[]): ListControls {
  const [search, setSearch] = useSearchParams();
  const names = filterNames.join(' ');
  const state = useMemo(() => listStateOf(search, names.split(' ')), [search, names]);
  const setFilter = useCallback<ListControls['setFilter']>(
    (name, values) => setSearch((now) => withFilter(now, name, values), { replace: true }),
    [setSearch],
  );
  const setSort = useCallback<ListControls['setSort']>(
    (sort) => setSearch((now) => withSort(now, sort), { replace: true }),
    [setSearch],
  );
  const setCursor = useCallback<ListControls['setCursor']>(
    (cursor) => setSearch((now) => withCursor(now, cursor)),
    [setSearch],
  );
  return { ...state, setFilter, setSort, setCursor };
}
