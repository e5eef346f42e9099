import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem, type Item, type ItemReading } from './item.ts';
import { tenantOf } from './keys.ts';
import { LANE } from './lane-item.ts';
import {
  ACCOUNT,
  BREAK,
  CALENDAR,
  CHANGE,
  CLOSED_DAY,
  CONTROLS,
  DENIALS,
  FAILING_RULE,
  FAILING_WEBHOOK,
  HALT,
  LOW_BALANCE,
  MANUAL_RATE,
  MATCHING_RULE,
  MISSED,
  REMINDER,
  RULE,
  STATEMENT,
  UNBOOKED,
  WEBHOOK,
  WRITTEN_EXPORT,
} from './ledger-items.ts';
import { SNAPSHOT } from './snapshot-item.ts';
import { TOKEN_USE } from './token-uses.ts';

/** The entities that can become events, with how their items are read. Another topic joins here. */
const EVENT_ITEMS: { readonly [Entity in LedgerMove['entity']]: ItemReading<ItemOf<Entity>> } = {
  instruction: INSTRUCTION,
  change: CHANGE,
  rule: RULE,
  account: ACCOUNT,
  calendar: CALENDAR,
  webhook: WEBHOOK,
  'manual-rate': MANUAL_RATE,
  'matching-rule': MATCHING_RULE,
  controls: CONTROLS,
  halt: HALT,
  break: BREAK,
  missed: MISSED,
  unbooked: UNBOOKED,
  statement: STATEMENT,
  'closed-day': CLOSED_DAY,
  denials: DENIALS,
  lane: LANE,
  reminder: REMINDER,
  'low-balance': LOW_BALANCE,
  'failing-rule': FAILING_RULE,
  'failing-webhook': FAILING_WEBHOOK,
  export: WRITTEN_EXPORT,
  snapshot: SNAPSHOT,
  'token-use': TOKEN_USE,
};

type ItemOf<Entity extends LedgerMove['entity']> = (LedgerMove & {
  readonly entity: Entity;
})['after'];

const keyAttributes = z.object({ pk: z.string(), entity: z.string() });

/**
 * A write as the ledger's stream shows it; null for items that become no events.
 * @throws UnreadableItemError if an item that becomes an event is not in the form that this version writes.
 */
export function ledgerMoveOf(
  oldImage: Item | null,
  newImage: Item,
  recordedAt: Instant,
): LedgerMove | null {
  const keys = keyAttributes.safeParse(unmarshall(newImage));
  if (!keys.success || !isTold(keys.data.entity)) return null;
  const { entity, pk } = keys.data;
  const kind: ItemReading<unknown> = EVENT_ITEMS[entity];
  const read = (item: Item) => fromItem(kind, item);
  return {
    entity,
    tenant: tenantOf(pk),
    recordedAt,
    before: oldImage === null ? null : read(oldImage),
    after: read(newImage),
    // Entity and schema belong together by the table above.
  } as LedgerMove;
}

function isTold(entity: string): entity is LedgerMove['entity'] {
  return Object.hasOwn(EVENT_ITEMS, entity);
}
