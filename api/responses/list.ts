/** Every list as the API answers it: a page, and the cursors of its neighbours; null where there is none. */
export interface List<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  readonly previous: string | null;
  /** Keys of what belongs to this page and cannot be read. Absent: nothing. */
  readonly unreadable?: readonly string[];
}

/** A list that comes whole, since the number of its items is limited. */
export function wholeList<T>(items: readonly T[]): List<T> {
  return { items, next: null, previous: null };
}

/** The same page, each item as it is shown. */
export function mapped<T, Shown>(list: List<T>, shown: (item: T) => Shown): List<Shown> {
  return { ...list, items: list.items.map(shown) };
}

/** Where a format has no place for the cursors of a list, as headers. */
export function cursorHeaders({ next, previous }: Omit<List<unknown>, 'items'>) {
  return {
    ...(next !== null && { 'x-next-cursor': next }),
    ...(previous !== null && { 'x-previous-cursor': previous }),
  };
}
