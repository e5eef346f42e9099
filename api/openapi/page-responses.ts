import * as z from 'zod/mini';
import { besideIds } from './names-response.ts';

/** Where a list goes on, in both directions. */
export const pageCursors = {
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
};

/** A list that answers all the same where one of its items cannot be read. */
const unreadableItems = { unreadable: z.exactOptional(z.array(z.string())) };

/** Every list of which the items name others by their ids. */
export function namedPageOf(items: z.ZodMiniType) {
  return pageWith(besideIds, items);
}

/** Every list. */
export function pageOf(items: z.ZodMiniType) {
  return pageWith({}, items);
}

/**
 * A page is called by its items, and not by the operation that lists them: generated clients know it where it is one of
 * several answers, and some have a type of their own for the response of each operation.
 */
export function pageWith<Beside extends object>(beside: Beside, items: z.ZodMiniType) {
  return z
    .object({ items: z.array(items), ...pageCursors, ...unreadableItems, ...beside })
    .register(z.globalRegistry, { id: pageNameOf(items) });
}

/** Of Break, BreakPage. */
function pageNameOf(items: z.ZodMiniType): string {
  const { id } = z.globalRegistry.get(items) ?? {};
  if (id === undefined) throw new Error('the items of a page have no name in the document');
  return `${id}Page`;
}
