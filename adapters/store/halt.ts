import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import {
  type HaltAct,
  type HaltState,
  neverHalted,
  unreadableHalt,
} from '../../treasury/policy/halt-state.ts';
import { markHalt } from './halt-marks.ts';
import { type HaltUpdate, haltAnew, haltCurrency, haltEverything } from './halt-writes.ts';
import { fromItem, itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { HALT } from './ledger-items.ts';
import { persistently } from './persistently.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/**
 * How long one write of a halt is tried. Claims look at the same item in their transactions, and a write meets them: each
 * takes milliseconds. A table that takes nothing at all is mostly over it within seconds.
 */
const PERSISTENCE = { forMs: 9_000, mayPass } as const;

/** Errors saying that this very form of the write will never be accepted, here and now. */
const NEVER_TAKEN: ReadonlySet<string> = new Set([
  'ConditionalCheckFailedException',
  'ValidationException',
]);

/** Errors saying that nothing of this kind is accepted from this caller: repeating it is useless. */
const REFUSED: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
]);

/** The current state of the kill switch; never halted if there is no item. */
export async function readHalt(table: StoreTable, tenant: string): Promise<HaltState> {
  const item = await itemAt(table, ledgerKeys.halt(tenant));
  return item === null ? neverHalted(tenant) : fromItem(HALT, item);
}

/** The same for whatever decides or shows: an item that cannot be read is a halt, until the next halt writes it anew. */
export async function readHaltOrHalted(table: StoreTable, tenant: string): Promise<HaltState> {
  try {
    return await readHalt(table, tenant);
  } catch (error) {
    if (!(error instanceof UnreadableItemError)) throw error;
    return unreadableHalt(tenant);
  }
}

/** Halts, and marks it. */
export async function writeHalt(
  table: StoreTable,
  tenant: string,
  act: HaltAct,
): Promise<HaltState> {
  const halt = await writeUnmarked(table, tenant, act);
  await markHalt(table, tenant, halt, act);
  return halt;
}

/**
 * Halts. The usual form of the write is tried first; if it cannot be accepted (too many halts wait for the audit log,
 * too many currencies, an item that an attacker spoiled), the next one asks for less, and the last one replaces any
 * existing item.
 */
async function writeUnmarked(table: StoreTable, tenant: string, act: HaltAct): Promise<HaltState> {
  for (const form of formsOf(table.tableName, tenant, act)) {
    const state = await taken(table, tenant, form);
    if (state !== null) return state;
  }
  const anew = haltAnew(tenant, act);
  const Item = itemOf(HALT, tenant, anew);
  const put = new PutItemCommand({ TableName: table.tableName, Item });
  await persistently(async () => await table.client.send(put), PERSISTENCE);
  return anew;
}

function formsOf(table: string, tenant: string, act: HaltAct): readonly HaltUpdate[] {
  const { currency, ...everything } = act;
  const whole = [
    haltEverything(table, tenant, act, 'kept'),
    haltEverything(table, tenant, everything, 'counted'),
  ];
  if (currency === undefined) return whole;
  const one = { ...everything, currency };
  return [
    haltCurrency(table, tenant, one, 'kept', false),
    haltCurrency(table, tenant, one, 'kept', true),
    haltCurrency(table, tenant, one, 'counted', false),
    ...whole,
  ];
}

/** The state after the write; null if this form of it is never accepted. */
async function taken(
  { client: dynamo }: StoreTable,
  tenant: string,
  update: HaltUpdate,
): Promise<HaltState | null> {
  const command = new UpdateItemCommand({ ...update, ReturnValues: 'ALL_NEW' });
  try {
    const { Attributes = {} } = await persistently(
      async () => await dynamo.send(command),
      PERSISTENCE,
    );
    return fromItem(HALT, { ...Attributes });
  } catch (error) {
    if (error instanceof Error && NEVER_TAKEN.has(error.name)) return null;
    // Written, and not readable: every reader sees it as halted, and it is put anew.
    if (error instanceof UnreadableItemError) return null;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`tenant ${tenant} could not be halted: ${why}`, { cause: error });
  }
}

/** Whether another attempt may be taken. */
function mayPass(error: unknown): boolean {
  const name = error instanceof Error ? error.name : '';
  return !NEVER_TAKEN.has(name) && !REFUSED.has(name);
}
