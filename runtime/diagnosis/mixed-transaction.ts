import type { StoreTable } from '../../adapters/store/store-table.ts';
import { type MixedWrites, probeWrites } from '../../adapters/store/write-probe.ts';
import type { Diagnoses } from './diagnose.ts';

/** The writes of a function that never happen, at its ledger. */
export function mixedTransactionOf(table: StoreTable, writes: MixedWrites): Diagnoses {
  return { mixedTransaction: (tenant) => probeWrites(table, tenant, writes) };
}
