import type { ListOrder } from '../../treasury/ports/list-order.ts';

/** A cursor that this list did not hand out. */
export class CursorRefusedError extends Error {
  override readonly name = 'CursorRefusedError';
}

/** A gap between two items of a list, beside one of them, and the direction in which a page goes on from there. */
export interface ListPlace {
  /** The list's own direction, or against it. */
  readonly direction: 'next' | 'previous';
  /** The item beside the gap: by its sort key, or by whatever the list is in the order of. */
  readonly key: string;
  /** Whether the page begins with that item; otherwise behind it. */
  readonly inclusive: boolean;
}

const LETTERS = {
  n: { direction: 'next', inclusive: false },
  N: { direction: 'next', inclusive: true },
  p: { direction: 'previous', inclusive: false },
  P: { direction: 'previous', inclusive: true },
} as const satisfies Readonly<Record<string, Omit<ListPlace, 'key'>>>;

/** A place as the text of a cursor, in the characters of base64url. */
export function cursorTo({ direction, key, inclusive }: ListPlace): string {
  const letter = direction === 'next' ? 'n' : 'p';
  return `${inclusive ? letter.toUpperCase() : letter}${Buffer.from(key).toString('base64url')}`;
}

/** @throws CursorRefusedError where a text is no cursor. */
export function placeIn(cursor: string): ListPlace {
  const letter = cursor.slice(0, 1);
  const found = Object.entries(LETTERS).find(([each]) => each === letter)?.[1];
  if (found === undefined) throw new CursorRefusedError('not a cursor of this list');
  return { ...found, key: Buffer.from(cursor.slice(1), 'base64url').toString('utf8') };
}

/** The cursors of a page that began at a place, null for the list's start, and stopped behind the item `end`, if it did. */
export function cursorsAround(
  start: ListPlace | null,
  end: string | undefined,
): { readonly next?: string; readonly previous?: string } {
  const direction = start?.direction ?? 'next';
  return {
    ...(end !== undefined && { [direction]: cursorTo({ direction, key: end, inclusive: false }) }),
    // The same gap, seen from its other side.
    ...(start !== null && { [against(direction)]: cursorTo(reversed(start)) }),
  };
}

function reversed({ direction, key, inclusive }: ListPlace): ListPlace {
  return { direction: against(direction), key, inclusive: !inclusive };
}

function against(direction: ListPlace['direction']): ListPlace['direction'] {
  return direction === 'next' ? 'previous' : 'next';
}

/** True if a page's items are read from the larger keys to the smaller. */
export function isDescending(order: ListOrder, start: ListPlace | null): boolean {
  return (order === 'newest') === (start?.direction !== 'previous');
}

/** Items as they were read, in the order of their list. */
export function inListOrder<T>(items: readonly T[], start: ListPlace | null): readonly T[] {
  return start?.direction === 'previous' ? items.toReversed() : items;
}
