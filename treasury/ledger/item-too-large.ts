/** Nothing was written: the store takes no item of this size. What people add is bounded long before (`statement-room.ts`). */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
}
