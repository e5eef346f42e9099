import { setTimeout } from 'node:timers/promises';
import {
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { Denial } from '../../treasury/audit/denial.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import { type CountsRead, UNREADABLE_COUNTS } from '../../treasury/counters/shared-counts.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { ItemTooLargeError } from '../../treasury/ledger/item-too-large.ts';
import type {
  CommitResult,
  ControlsReader,
  Ledger,
  LedgerWrite,
} from '../../treasury/ledger/ledger.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { MAX_TRANSACTION_WRITES } from '../../treasury/ledger/transaction-limits.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { HaltState } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import { repeat } from '../../treasury/retries/retry.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { COLLISION_PAUSE_MS, pastCollisions, reasonsOf } from './collisions.ts';
import { putIf } from './conditional-put.ts';
import { type DecisionRunTable, openedRuns } from './decision-run-item.ts';
import { countDenial } from './denials.ts';
import { readHalt, readHaltOrHalted, writeHalt } from './halt.ts';
import { markHalt, readHaltMarks } from './halt-marks.ts';
import { isSwitch, switchPut } from './halt-puts.ts';
import { INSTRUCTION } from './instruction-item.ts';
import { fromItem, type Item, type ItemKind, readable, readOrLeft } from './item.ts';
import { type Key, ledgerKeys, snapshotKeys } from './keys.ts';
import { withCounts } from './lane-item.ts';
import {
  ACCOUNT,
  AUDIT_HEAD,
  CALENDAR,
  CONTROLS,
  controlsOf,
  RULE,
  SHARED_COUNTS,
  UNREADABLE_RULE,
} from './ledger-items.ts';
import { keepPinned, RunReader } from './pinned.ts';
import type { StoreTable } from './store-table.ts';
import { tableIdentity } from './table-identity.ts';
import { itemAt, itemsOf, thingAt } from './table-items.ts';
import { type Write, writesOf } from './writes.ts';

/** The table that counts denials: beside the chain, and by no commit. */
export interface DenialCounter {
  readonly countDenial: (denial: Denial, times?: number) => Promise<void>;
}

/** How often a halt in a commit is computed again after the kill switch has moved on since it was read. */
const MAX_MOVED = 10;

/** Readings of lanes between which a claim counted each time: each lasts some milliseconds, and a claim a second. */
const MAX_COUNTS_READS = 5;

/** Pages read of one partition before it is called too large: policy and lanes of one tenant are a
 * few hundred items, a page holds 1 MB. */
const MAX_PAGES = 20;

/** The ledger on DynamoDB. Reads are strongly consistent; see the port for the contract. Only sweep runs name `runs`. */
export function createLedger(
  table: StoreTable,
  runs: DecisionRunTable | null = null,
): Ledger & DenialCounter & ControlsReader {
  return {
    // Read each time: a process that remembered it would take a restored table, put in the place of this one, for the
    // one that it was armed in.
    epoch: () => tableIdentity(table),
    readPolicy: (tenant) => readPolicy(table, tenant),
    readControls: async (tenant) => {
      const item = await itemAt(table, ledgerKeys.controls(tenant));
      return item === null ? null : controlsOf(item);
    },
    readHalt: (tenant) => readHalt(table, tenant),
    readHaltMarks: (tenant, currencies) => readHaltMarks(table, tenant, currencies),
    countDenial: (denial, times) => countDenial(table, denial, times),
    halt: (tenant, act) => writeHalt(table, tenant, act),
    readLanes: (tenant) => readLanes(table, tenant),
    readDecisionRun: (tenant, snapshot) => readDecisionRun(runs, tenant, snapshot),
    readInstruction: (tenant, id) =>
      thingAt(table, ledgerKeys.instruction(tenant, id), INSTRUCTION),
    readCounts: (tenant, name) => readCounts(table, tenant, name),
    readAuditHead: async (tenant) =>
      (await thingAt(table, ledgerKeys.auditHead(tenant), AUDIT_HEAD)) ?? EMPTY_CHAIN,
    knownWithdrawals: (tenant, ids) =>
      recordedIds(table, ids, (id) => ledgerKeys.withdrawal(tenant, id)),
    knownTrades: (tenant, ids) => recordedIds(table, ids, (id) => ledgerKeys.trade(tenant, id)),
    commit: async (tenant, changes) => {
      await keepWhatRunsRestOn(runs, tenant, changes);
      const result = await commit({ table, tenant, runs }, changes);
      if (result.ok) await markHalts(table, tenant, changes);
      return result;
    },
  };
}

/** Before the run that names it: whatever becomes of the commit, it is nothing by itself. */
async function keepWhatRunsRestOn(
  runs: DecisionRunTable | null,
  tenant: string,
  changes: readonly LedgerWrite[],
): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'create-decision-run' || change.pinned === undefined) continue;
    await keepPinned(openedRuns(runs), tenant, change.run.snapshot, change.pinned);
  }
}

/** Halts in a commit are marked right after it. The halts and the commit are in force whether that succeeds or not. */
async function markHalts(
  table: StoreTable,
  tenant: string,
  changes: readonly LedgerWrite[],
): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'halt') continue;
    const halt = await readHalt(table, tenant).catch(() => null);
    if (halt !== null) await markHalt(table, tenant, halt, change.act);
  }
}

async function readPolicy(table: StoreTable, tenant: string): Promise<Policy> {
  const [items, halt] = await Promise.all([
    queryAll(table, ledgerKeys.policyPartition(tenant)),
    readHaltOrHalted(table, tenant),
  ]);
  const of = <T>(kind: ItemKind<T>) =>
    readable(
      kind,
      items.filter((item) => isCurrent(item, kind.entity)),
    );
  const deletedAccounts = items.flatMap(({ entity, deletedAt, id }) =>
    entity?.S === 'account' && deletedAt !== undefined && id?.S !== undefined ? [id.S] : [],
  );
  const [accounts, calendars] = [of(ACCOUNT), of(CALENDAR)];
  const controls = items.find((item) => isCurrent(item, CONTROLS.entity));
  return {
    controls: controls === undefined ? null : controlsOf(controls),
    halt,
    ...(deletedAccounts.length > 0 && { deletedAccounts }),
    accounts: accounts.things,
    ...(accounts.unreadable.length > 0 && { unreadableAccounts: accounts.unreadable }),
    ...(calendars.things.length > 0 && { calendars: calendars.things }),
    ...(calendars.unreadable.length > 0 && { unreadableCalendars: calendars.unreadable }),
    ...rulesIn(items.filter((item) => isCurrent(item, RULE.entity))),
  };
}

function isCurrent({ entity, deletedAt }: Item, of: string): boolean {
  // Deleted pieces are kept only for their history and their id.
  return entity?.S === of && deletedAt === undefined;
}

/**
 * Lanes with their counts as of one moment: between two reads a claim may have counted, and then both are read again. Counts
 * that stay of another version than their lane says were written by something other than Sluice: no claim is written on them.
 */
async function readLanes(table: StoreTable, tenant: string): Promise<readonly Lane[]> {
  return await repeat(
    async (attempt) => {
      const [lanes, counts] = await Promise.all([
        queryAll(table, ledgerKeys.lanePartition(tenant)),
        queryAll(table, ledgerKeys.countsPartition(tenant), ledgerKeys.laneCountsPrefix),
      ]);
      const read = withCounts(tenant, lanes, counts);
      return read.agree || attempt >= MAX_COUNTS_READS ? read.lanes : null;
    },
    () => setTimeout(Math.random() * COLLISION_PAUSE_MS),
  );
}

/** Whatever counts there waits for one that cannot be read, and nothing else does. */
async function readCounts(
  table: StoreTable,
  tenant: string,
  name: SharedName,
): Promise<CountsRead> {
  try {
    return await thingAt(table, ledgerKeys.sharedCounts(tenant, name), SHARED_COUNTS[name]);
  } catch (error) {
    if (error instanceof UnreadableItemError) return UNREADABLE_COUNTS;
    throw error;
  }
}

/** A rule that cannot be read stops no other one: it is named, and decided with that reason. */
function rulesIn(items: readonly Item[]): Pick<Policy, 'rules' | 'unreadableRules'> {
  const { things: rules, left } = readOrLeft(RULE, items);
  const unreadableRules = left.map((item) => fromItem(UNREADABLE_RULE, item));
  return { rules, ...(unreadableRules.length > 0 && { unreadableRules }) };
}

/** Strongly consistent: what it does not show was not written before it was asked. */
async function readDecisionRun(
  runs: DecisionRunTable | null,
  tenant: string,
  snapshot: Instant,
): Promise<readonly DecisionRun[]> {
  const { table } = openedRuns(runs);
  const question = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :snapshot)',
    ExpressionAttributeValues: marshall({
      ':pk': snapshotKeys.decisionRunPartition(tenant),
      ':snapshot': `${snapshot}#`,
    }),
    ConsistentRead: true,
  };
  const beyond = `the run on ${snapshot} is larger than ${MAX_PAGES} pages`;
  const items = await itemsOf(table, question, { pages: MAX_PAGES, beyond });
  return await new RunReader(table, tenant).runsIn(items);
}

async function recordedIds(
  table: StoreTable,
  ids: readonly string[],
  keyOf: (id: string) => Key,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const item = await itemAt(table, keyOf(id));
      return item === null ? [] : [id];
    }),
  );
  return new Set(found.flat());
}

/** Where a commit goes. */
interface Destination {
  readonly table: StoreTable;
  readonly tenant: string;
  readonly runs: DecisionRunTable | null;
}

async function commit(to: Destination, changes: readonly LedgerWrite[]): Promise<CommitResult> {
  const { table } = to;
  const switching = changes.filter(isSwitch);
  const [change] = switching;
  if (change === undefined) return await transact(table, await writesFor(to, changes));
  if (switching.length > 1) throw new RangeError('a commit changes the kill switch once');
  return await repeat(
    async (attempt) => {
      const result = await transact(table, await writesFor(to, changes));
      const alone = !result.ok && result.conflicts.every((kind) => kind === change.kind);
      // A halt rests on nothing; the current state is read a moment before, and again if it has moved on since.
      return alone && change.kind === 'halt' && attempt < MAX_MOVED ? null : result;
    },
    () => setTimeout(Math.random() * COLLISION_PAUSE_MS),
  );
}

interface CommitWrite {
  readonly kind: LedgerWrite['kind'];
  readonly write: Write;
}

async function writesFor(
  to: Destination,
  changes: readonly LedgerWrite[],
): Promise<readonly CommitWrite[]> {
  const { table, tenant, runs } = to;
  const target = { table: table.tableName, tenant, runs };
  const writes = changes.map(async (change): Promise<readonly CommitWrite[]> => {
    const { kind } = change;
    if (!isSwitch(change)) {
      return writesOf(target, change).map((write) => ({ kind, write }));
    }
    const current = await readHaltOrNull(table, tenant);
    return [{ kind, write: { Put: switchPut(table.tableName, tenant, change, current) } }];
  });
  return (await Promise.all(writes)).flat();
}

/** Null if the item is not readable: a halt replaces it, and nothing else can rest on it. */
async function readHaltOrNull(table: StoreTable, tenant: string): Promise<HaltState | null> {
  try {
    return await readHalt(table, tenant);
  } catch (error) {
    if (error instanceof UnreadableItemError) return null;
    throw error;
  }
}

async function transact(table: StoreTable, writes: readonly CommitWrite[]): Promise<CommitResult> {
  if (writes.length === 0) return { ok: true };
  if (writes.length > MAX_TRANSACTION_WRITES) {
    throw new RangeError(
      `a commit of ${writes.length} writes is above DynamoDB's ${MAX_TRANSACTION_WRITES}`,
    );
  }
  const [only] = writes;
  if (only !== undefined && writes.length === 1 && ALONE.has(only.kind)) {
    return await putAlone(table, only);
  }
  const items: TransactWriteItem[] = writes.map(({ write }) => write);
  try {
    // A request token of its own each time: a cancelled transaction is not the one that is tried again.
    await pastCollisions(() =>
      table.client.send(new TransactWriteItemsCommand({ TransactItems: items })),
    );
    return { ok: true };
  } catch (error) {
    if (isTooLarge(error)) throw new ItemTooLargeError('an item is larger than the store takes');
    const conflicts = conflictsOf(error, writes);
    if (conflicts.length === 0) throw error;
    return { ok: false, conflicts };
  }
}

/**
 * Items that are put on their own condition where a commit has nothing else: a transaction of one costs twice as much. A
 * transaction that the SDK repeats, because its answer was lost, is known by its token; a put that is repeated finds what
 * it wrote itself, and conflicts. So these are the writes whose writers read again after a conflict, and find that nothing
 * is left to do: a run, a flow, and a reading that is kept with a lane. Whatever a person decided is not among them.
 */
const ALONE: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'create-decision-run',
  'put-flow',
  'replace-lane',
]);

async function putAlone(
  { client }: StoreTable,
  { kind, write: { Put } }: CommitWrite,
): Promise<CommitResult> {
  if (Put?.Item === undefined || Put.TableName === undefined)
    throw new Error(`${kind} is written by a put`);
  const { Item, TableName: tableName, ...condition } = Put;
  const written = await putIf({ client, tableName }, Item, condition);
  return written ? { ok: true } : { ok: false, conflicts: [kind] };
}

/** The store says so in the words of a reason of the transaction, or of the error itself. */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : [];
  const said = [error.message, ...(reasons ?? []).map(({ Message }) => Message ?? '')];
  return said.some((message) => TOO_LARGE.test(message));
}

const TOO_LARGE = /item size .*exceeded|item collection size/i;

/** The kinds whose condition failed; none if the transaction failed for any other reason. */
function conflictsOf(
  error: unknown,
  writes: readonly { readonly kind: LedgerWrite['kind'] }[],
): readonly LedgerWrite['kind'][] {
  if (!(error instanceof TransactionCanceledException)) return [];
  const reasons = reasonsOf(error);
  const failed = writes.flatMap(({ kind }, index) =>
    reasons[index] === 'ConditionalCheckFailed' ? [kind] : [],
  );
  return [...new Set(failed)];
}

async function queryAll(
  table: StoreTable,
  partition: string,
  prefix?: string,
): Promise<readonly Item[]> {
  return await itemsOf(
    table,
    {
      KeyConditionExpression: `pk = :pk${prefix === undefined ? '' : ' AND begins_with(sk, :prefix)'}`,
      ExpressionAttributeValues: marshall({
        ':pk': partition,
        ...(prefix !== undefined && { ':prefix': prefix }),
      }),
      ConsistentRead: true,
    },
    { pages: MAX_PAGES, beyond: `partition ${partition} is larger than ${MAX_PAGES} pages` },
  );
}
