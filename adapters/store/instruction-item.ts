import { type Instruction, instructionSchema } from '../../treasury/instructions/instruction.ts';
import type { Fields } from './fields.ts';
import type { ItemKind } from './item.ts';
import { ledgerKeys } from './keys.ts';

export const INSTRUCTION: ItemKind<Instruction> = {
  entity: 'instruction',
  schema: instructionSchema,
  key: (tenant, { id }) => ledgerKeys.instruction(tenant, id),
  indexes: (tenant, { id, createdAt, status }) => ({
    gsi1pk: ledgerKeys.instructionsByState(tenant, status.state),
    gsi1sk: `${createdAt}#${id}`,
    gsi2pk: ledgerKeys.instructionsByTime(tenant),
    gsi2sk: `${createdAt}#${id}`,
  }),
  copies: ({ content, status }) => ({ kind: content.kind, state: status.state }),
  beside: ['kind', 'state'],
  pack: (instruction) => withFills({ ...instruction }, (fills) => JSON.stringify(fills)),
  unpack: (fields) => withFills(fields, fillsIn),
};

/** The fills of a confirmed trade are any JSON that the service sends; as text, an item can hold all of it. */
function withFills(fields: Fields, change: (fills: unknown) => unknown): Fields {
  const status = partOf(fields, 'status');
  const confirmation = partOf(status, 'confirmation');
  const trade = partOf(confirmation, 'trade');
  if (trade?.fills === undefined) return fields;
  const changed = { ...trade, fills: change(trade.fills) };
  return { ...fields, status: { ...status, confirmation: { ...confirmation, trade: changed } } };
}

function partOf(fields: Fields | null, name: string): Fields | null {
  const part = fields?.[name];
  return typeof part === 'object' && part !== null ? { ...part } : null;
}

function fillsIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new Error('the fills of its trade are not a list as JSON text');
  }
}
