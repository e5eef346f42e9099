import { type DecisionRun, decisionRunSchema } from '../../treasury/ledger/stored-decision.ts';
import { packJson, unpackJson } from './codec.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { expiryOf, type Retention } from './retention.ts';
import { rowsOf, valuesIn } from './rows-by-shape.ts';
import type { StoreTable } from './store-table.ts';

/** Where runs are written and read, and for how long they are kept. */
export interface DecisionRunTable {
  readonly table: StoreTable;
  readonly retention: Retention;
}

/** The one codec of runs so far: rows by shape. */
const CODEC = 1;

export const DECISION_RUN: ItemKind<DecisionRun> = {
  entity: 'decision-run',
  schema: decisionRunSchema,
  key: (tenant, { snapshot, part }) => snapshotKeys.decisionRun(tenant, snapshot, part),
  beside: [SNAPSHOT_EXPIRY],
  pack: ({ decisions, ...rest }) => ({ ...rest, packed: packJson(CODEC, rowsOf(decisions)) }),
  unpack: ({ packed, ...rest }) => ({ ...rest, decisions: valuesIn(unpackJson(CODEC, packed)) }),
};

/** A run as its item, with the second after which it may be removed. */
export function decisionRunItem(tenant: string, run: DecisionRun, retention: Retention): Item {
  return toItem({
    ...attributesOf(DECISION_RUN, tenant, run),
    ...expiryOf(run.snapshot, retention),
  });
}

/** @throws Error if the ledger was opened without it: only sweep runs name it. */
export function openedRuns(runs: DecisionRunTable | null): DecisionRunTable {
  if (runs === null) throw new Error('this ledger was opened without the table of decision runs');
  return runs;
}
