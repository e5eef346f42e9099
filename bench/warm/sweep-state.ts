import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem } from '../../adapters/store/item.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { streamOf } from '../../local/engine/tables.ts';
import { scheduleInput } from '../../local/schedules/schedule-input.ts';
import type { Stack } from '../../local/stack.ts';
import { streamRecord } from '../../local/streams/stream-event.ts';
import { StreamReader } from '../../local/streams/stream-reader.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { READINGS_OF_A_NEW_LEVEL } from '../../treasury/valuation/judge-values.ts';
import { RECORDED_TENANT } from '../calls/about-tenant.ts';
import { type Item, stateOf, type TableItems } from '../calls/ledger-items.ts';
import { modelOf } from '../stack/environment.ts';

/** A function's event, and what the tables had at that moment. */
export interface Moment {
  readonly event: string;
  readonly tables: readonly TableItems[];
}

/** The two halves of a sweep: the snapshot is decided on, the withdrawal is sent. */
export interface SweptOnce {
  readonly deciding: Moment;
  readonly sending: Moment;
  /** The amount that leaves with the withdrawal. */
  readonly movement: { readonly currency: string; readonly amount: string };
}

/** Reads of a stream in which what was just written comes. */
const READS = 20;

/** From one tick to the next: the scheduler writes whole seconds. */
const TICK_MS = 1_000;

/**
 * Takes snapshots until they agree on the prices, and decides on the last one, by the functions themselves; nothing is
 * sent.
 */
export async function sweepOnce(stack: Stack): Promise<SweptOnce> {
  const { snapshotsTable, ledgerTable } = stack.tables;
  const schedule = stack.model.schedules.find(
    ({ functionName }) => functionName === modelOf(stack, 'take-snapshot').name,
  );
  if (schedule === undefined) throw new Error('no schedule takes snapshots');
  const last = Math.floor(Date.now() / TICK_MS) * TICK_MS;
  for (let before = READINGS_OF_A_NEW_LEVEL - 1; before >= 0; before--) {
    await invoked(stack, 'take-snapshot', scheduleInput(schedule, last - before * TICK_MS));
  }
  const isLast = ({ kind, sk }: Item) => kind?.S === 'taken' && sk?.S === instantOf(last);
  const snapshot = await eventOf(stack, snapshotsTable, isLast);
  const now = async () => await stateOf([ledgerTable, snapshotsTable], RECORDED_TENANT);
  const deciding = { event: snapshot, tables: await now() };
  await invoked(stack, 'run-sweeps', snapshot);
  const isApproved = (image: Item) =>
    image.entity?.S === 'instruction' && image.state?.S === 'approved';
  const approved = await eventOf(stack, ledgerTable, isApproved);
  const sending = { event: approved, tables: await now() };
  return { deciding, sending, movement: movementIn(approved) };
}

async function invoked({ runtime, ...stack }: Stack, name: string, event: string): Promise<void> {
  const result = await runtime.functions.invoke(modelOf(stack, name).name, event);
  if (!result.ok) throw new Error(`${name} failed: ${result.error.errorMessage}`);
}

/** The first record of a table's stream with such an image, as a function gets it: a batch of one. */
async function eventOf(
  { runtime }: Stack,
  { tableName }: StoreTable,
  isWanted: (image: Item) => boolean,
): Promise<string> {
  const reader = new StreamReader(runtime.streams, await streamOf(runtime.dynamo, tableName), null);
  for (let read = 0; read < READS; read++) {
    const { records = [] } = (await reader.read()) ?? {};
    const found = records.find(({ dynamodb }) => isWanted((dynamodb?.NewImage ?? {}) as Item));
    if (found === undefined) continue;
    return JSON.stringify({ Records: [streamRecord(found, reader.streamArn).event] });
  }
  throw new Error(`nothing of what is looked for was written to ${tableName}`);
}

function movementIn(event: string): SweptOnce['movement'] {
  const { Records } = JSON.parse(event) as {
    readonly Records: readonly { readonly dynamodb: { readonly NewImage: Item } }[];
  };
  const [first] = Records;
  if (first === undefined) throw new Error('the event has no record');
  const { content } = fromItem(INSTRUCTION, first.dynamodb.NewImage);
  if (content.kind !== 'withdrawal') throw new Error('the instruction is no withdrawal');
  const { currency, amount } = content;
  return { currency, amount };
}
