import { LedgerInMemory } from '../../../adapters/memory/ledger-in-memory.ts';
import { alone, ledgerIn } from '../../../adapters/memory/ledger-ports.ts';
import { LedgerState } from '../../../adapters/memory/ledger-state.ts';
import { SnapshotsInMemory, snapshotsIn } from '../../../adapters/memory/snapshots-in-memory.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { TENANT, treasuryOver } from '../protocol/treasury-under-test.ts';

export type TreasuryInMemory = Awaited<ReturnType<typeof startTreasuryInMemory>>;

/** A whole treasury over the store in memory; the sandbox is the real one, over loopback. */
export async function startTreasuryInMemory(prices: 'agreed' = 'agreed') {
  const items = new LedgerState(TENANT);
  const ledgerInMemory = new LedgerInMemory('table-1', items);
  const snapshots = new SnapshotsInMemory();
  const stores = {
    ledger: ledgerIn(alone(ledgerInMemory)),
    snapshots: snapshotsIn(() => snapshots),
  };
  return {
    ...(await treasuryOver(stores, prices)),
    ledgerInMemory,
    /** The items themselves, for what another program does to them behind the ledger's back. */
    items,
  };
}

/** One of its own for each test; asked for within a test. */
export function treasuryInMemoryForEachTest(): () => TreasuryInMemory {
  return openedForEachTest(startTreasuryInMemory, (treasury) => treasury.stop());
}
