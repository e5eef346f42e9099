import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { type Counter, type Debit, debitsIn, SHARED_COUNTS, type SharedName } from './counter.ts';
import { type Counts, countsSchema, debited, type Spent, spent, voided } from './counts.ts';
import type { WindowName } from './windows.ts';

export const sharedCountsSchema = record(() => ({
  tenant: z.string(),
  counts: countsSchema,
  /** Grows with every write. */
  version: z.int().check(z.positive()),
}));

/**
 * Counters that claims of several currencies share. Each lane is claimed by itself, so whatever is counted over several
 * of them stands in one item, which every such claim writes on condition of its version: two claims never rely on the
 * same room. A floor rests on the same condition: a claim that it binds knows every claim before it.
 */
export type SharedCounts = Stored<typeof sharedCountsSchema>;

/**
 * What stands in the place of counts whose item cannot be read. It is no `SharedCounts`, so that nothing takes it for one that
 * holds nothing, and no write follows on it: whatever counts there waits until the item is put right.
 */
export const UNREADABLE_COUNTS = 'unreadable';

/** Null: nothing was ever counted there. */
export type CountsRead = SharedCounts | typeof UNREADABLE_COUNTS | null;

/** What was read of all counts that currencies share. */
export type AllCountsRead = { readonly [Name in SharedName]: CountsRead };

export async function readAllCounts(
  read: (name: SharedName) => Promise<CountsRead>,
): Promise<AllCountsRead> {
  const [trades, approvals, outflow] = await Promise.all([
    read('trade-usage'),
    read('approval-usage'),
    read('outflow-usage'),
  ]);
  return { 'trade-usage': trades, 'approval-usage': approvals, 'outflow-usage': outflow };
}

export function unreadableOf(read: AllCountsRead): readonly SharedName[] {
  return SHARED_COUNTS.filter((name) => read[name] === UNREADABLE_COUNTS);
}

/** What a counter holds within its window, of counts that may not be read. */
export function spentIn(
  read: CountsRead,
  counter: Counter,
  window: WindowName,
  now: Instant,
): Spent {
  return read === UNREADABLE_COUNTS
    ? { known: false, why: UNREADABLE_COUNTS }
    : spent(countsOf(read), counter, window, now);
}

/** The name of the counters that a write replaces. */
export const SHARED_WRITES = {
  'put-trade-usage': 'trade-usage',
  'put-approval-usage': 'approval-usage',
  'put-outflow-usage': 'outflow-usage',
} as const satisfies { readonly [Name in SharedName as `put-${Name}`]: Name };

export function countsOf(shared: SharedCounts | null | undefined): Counts {
  return shared?.counts ?? [];
}

/** The next version, with the debits that stand in it; of a claim that counts nothing there, the version alone. */
export function withDebits(
  shared: SharedCounts | null,
  name: SharedName,
  tenant: string,
  debits: readonly Debit[],
): SharedCounts {
  const counts = debited(countsOf(shared), debitsIn(name, debits));
  return { ...shared, tenant, counts, version: (shared?.version ?? 0) + 1 };
}

/** The same for whoever looks ahead: what cannot be read stays so, and is not known. */
export function countedAhead(
  read: CountsRead,
  name: SharedName,
  tenant: string,
  debits: readonly Debit[],
): Exclude<CountsRead, null> {
  return read === UNREADABLE_COUNTS ? read : withDebits(read, name, tenant, debits);
}

/** The next version, without the debits that go back; null if none of them is in it. */
export function withoutDebits(
  shared: SharedCounts,
  name: SharedName,
  debits: readonly Debit[],
): SharedCounts | null {
  const counts = voided(shared.counts, debitsIn(name, debits));
  return counts === shared.counts ? null : { ...shared, counts, version: shared.version + 1 };
}
