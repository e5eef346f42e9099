import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { fromItem, type Item } from './item.ts';
import { clientOf } from './keys.ts';
import { breakSchema } from './schemas/break-schema.ts';
import { changeSchema } from './schemas/change-schema.ts';
import { decisionSchema } from './schemas/decision-schema.ts';
import { denialsSchema } from './schemas/denials-schema.ts';
import { haltSchema } from './schemas/halt-schema.ts';
import { instructionSchema } from './schemas/instruction-schema.ts';
import { accountSchema, controlsSchema, ruleSchema } from './schemas/policy-schema.ts';
import { statementHeadSchema } from './schemas/statement-schema.ts';
import { unbookedSchema } from './schemas/unbooked-schema.ts';

/** The entities that others may be told of, with how their items are read. Another topic joins here. */
const TOLD_ITEMS: { readonly [Entity in LedgerMove['entity']]: z.ZodMiniType<ItemOf<Entity>> } = {
  instruction: instructionSchema,
  change: changeSchema,
  rule: ruleSchema,
  account: accountSchema,
  controls: controlsSchema,
  halt: haltSchema,
  break: breakSchema,
  decision: decisionSchema,
  unbooked: unbookedSchema,
  statement: statementHeadSchema,
  denials: denialsSchema,
};

type ItemOf<Entity extends LedgerMove['entity']> = (LedgerMove & {
  readonly entity: Entity;
})['after'];

const keyAttributes = z.object({ pk: z.string(), entity: z.string() });

/**
 * A write as the ledger's stream shows it; null where nobody is told of such items.
 * @throws UnreadableItemError where an item that others are told of is not what this version writes.
 */
export function ledgerMoveOf(
  oldImage: Item | null,
  newImage: Item,
  recordedAt: Instant,
): LedgerMove | null {
  const keys = keyAttributes.safeParse(unmarshall(newImage));
  if (!keys.success || !isTold(keys.data.entity)) return null;
  const { entity, pk } = keys.data;
  const schema: z.ZodMiniType<unknown> = TOLD_ITEMS[entity];
  const read = (item: Item) => fromItem(schema, entity, item);
  return {
    entity,
    client: clientOf(pk),
    recordedAt,
    before: oldImage === null ? null : read(oldImage),
    after: read(newImage),
    // Entity and schema belong together by the table above.
  } as LedgerMove;
}

function isTold(entity: string): entity is LedgerMove['entity'] {
  return Object.hasOwn(TOLD_ITEMS, entity);
}
