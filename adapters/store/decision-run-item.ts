import { type DecisionRun, decisionRunSchema } from '../../treasury/ledger/stored-decision.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { packedBytes } from './packed-attribute.ts';
import { packDecisions, unpackDecisions } from './packed-decisions.ts';
import { expiryOf, type Retention } from './retention.ts';
import type { StoreTable } from './store-table.ts';

/** Where runs are written and read, and for how long they are kept. */
export interface DecisionRunTable {
  readonly table: StoreTable;
  readonly retention: Retention;
}

export const DECISION_RUN: ItemKind<DecisionRun> = {
  entity: 'decision-run',
  schema: decisionRunSchema,
  key: (tenant, { snapshot, part }) => snapshotKeys.decisionRun(tenant, snapshot, part),
  beside: [SNAPSHOT_EXPIRY],
  pack: ({ decisions, ...rest }) => ({ ...rest, packed: packDecisions(decisions) }),
  unpack: ({ packed, ...rest }) => ({
    ...rest,
    decisions: unpackDecisions(packedBytes(packed, 'decisions')),
  }),
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
