import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { CostTables } from './tables.ts';
import type { Counted } from './units.ts';

/** Read units of the questions about decisions. */
export interface ReadUnits {
  /** "Why did this rule not sweep at this moment?" */
  readonly whyNot: number;
}

export async function measureReads(
  { snapshotsTable: snapshots, ledgerTable: ledger }: CostTables,
  counted: Counted,
  {
    tenant,
    rule,
    tick,
  }: { readonly tenant: string; readonly rule: string; readonly tick: Instant },
): Promise<ReadUnits> {
  // The upper bound is not included.
  const to = plusSeconds(tick, 1);
  const asked = await counted(() =>
    listDecisions({ snapshots, ledger }, tenant, { rule, to }, { limit: 1 }),
  );
  if (asked.value.items.length !== 1) throw new Error('the decision was not found');
  return { whyNot: asked.reads };
}
