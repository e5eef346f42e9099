import type { LedgerMove } from '../../treasury/events/ledger-move.ts';

/** The moment of every example. */
export const AT = '2026-01-05T09:00:03.000Z';

/** A write of an example. */
export function moved<Entity extends LedgerMove['entity']>(
  entity: Entity,
  before: (LedgerMove & { readonly entity: Entity })['before'],
  after: (LedgerMove & { readonly entity: Entity })['after'],
): LedgerMove {
  // Entity and items belong together by the signature; the compiler cannot follow through the union.
  return { entity, tenant: 'main', recordedAt: AT, before, after } as unknown as LedgerMove;
}
