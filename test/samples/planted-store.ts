import { historyIn } from '../../adapters/memory/history-in-memory.ts';
import { LedgerInMemory } from '../../adapters/memory/ledger-in-memory.ts';
import { alone, flowsIn, ledgerIn } from '../../adapters/memory/ledger-ports.ts';
import { LedgerState } from '../../adapters/memory/ledger-state.ts';
import { SnapshotsInMemory, snapshotsIn } from '../../adapters/memory/snapshots-in-memory.ts';
import { waitingIn } from '../../adapters/memory/waiting-in-memory.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import type { SharedCounts } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { type Break, breakId } from '../../treasury/ledger/break.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { Rearming } from '../../treasury/ledger/rearming.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';

export const TENANT = 'main';

/** What stands in a store when a test begins, whoever wrote it. */
export interface Planted {
  readonly epoch?: string;
  readonly policy?: Policy;
  readonly lanes?: readonly Lane[];
  readonly instructions?: readonly Instruction[];
  readonly counts?: Readonly<Partial<Record<SharedName, SharedCounts>>>;
  readonly breaks?: readonly Break[];
  readonly changes?: readonly PolicyChange[];
  readonly conclusions?: readonly UnbookedConclusion[];
  readonly rearming?: Rearming;
  readonly snapshots?: readonly Snapshot[];
}

/** The store in memory, of one tenant, with the ports of those use cases that are tried by themselves. */
export function plantedStore(planted: Planted) {
  const { epoch = 'table-1', policy, lanes = [], instructions = [], counts = {} } = planted;
  const state = new LedgerState(TENANT);
  if (policy !== undefined) {
    state.controls = policy.controls;
    state.halt = policy.halt;
    for (const each of policy.rules) state.rules.set(each.id, each);
    for (const each of policy.accounts) state.accounts.set(each.id, each);
    for (const each of policy.calendars ?? []) state.calendars.set(each.id, each);
  }
  for (const lane of lanes) state.lanes.set(lane.currency, lane);
  for (const each of instructions) state.instructions.set(each.id, each);
  for (const [name, each] of Object.entries(counts)) state.counts.set(name as SharedName, each);
  for (const each of planted.breaks ?? []) state.books.of('break').set(breakId(each), each);
  for (const each of planted.changes ?? []) state.changes.set(each.id, each);
  for (const each of planted.conclusions ?? []) state.books.of('unbooked').set(each.currency, each);
  if (planted.rearming !== undefined) state.books.of('rearming').set('', planted.rearming);
  const inMemory = new LedgerInMemory(epoch, state);
  const snapshots = new SnapshotsInMemory();
  for (const each of planted.snapshots ?? []) snapshots.put(each);
  const tables = alone(inMemory);
  return {
    /** Itself, for what a test asks beside the ports. */
    inMemory,
    ledger: ledgerIn(tables),
    flows: flowsIn(tables),
    waiting: waitingIn(tables),
    snapshots: snapshotsIn(() => snapshots),
    history: historyIn(tables, () => snapshots),
  };
}
