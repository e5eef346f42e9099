import { type DecisionRun, decisionRunSchema } from '../../treasury/ledger/stored-decision.ts';
import { epochMsOf, plusMonths } from '../../treasury/time/instant.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { packDecisions, unpackDecisions } from './packed-decisions.ts';
import type { StoreTable } from './store-table.ts';

/** For how many months runs are kept, counted from the tick of their snapshot. */
export type DecisionRunRetention = number | 'for-ever';

/** Where runs are written and read, and for how long they are kept. */
export interface DecisionRunTable {
  readonly table: StoreTable;
  readonly retention: DecisionRunRetention;
}

export const DECISION_RUN: ItemKind<DecisionRun> = {
  entity: 'decision-run',
  schema: decisionRunSchema,
  key: (tenant, { snapshot, part }) => snapshotKeys.decisionRun(tenant, snapshot, part),
  beside: [SNAPSHOT_EXPIRY],
  pack: ({ decisions, ...rest }) => ({ ...rest, packed: packDecisions(decisions) }),
  unpack: ({ packed, ...rest }) => {
    if (!(packed instanceof Uint8Array || typeof packed === 'string')) {
      throw new Error('the packed decisions are missing');
    }
    return { ...rest, decisions: unpackDecisions(packed) };
  },
};

/** A run as its item, with the second after which it may be removed. */
export function decisionRunItem(
  tenant: string,
  run: DecisionRun,
  retention: DecisionRunRetention,
): Item {
  const expiry =
    retention === 'for-ever'
      ? {}
      : { [SNAPSHOT_EXPIRY]: epochMsOf(plusMonths(run.snapshot, retention)) / 1_000 };
  return toItem({ ...attributesOf(DECISION_RUN, tenant, run), ...expiry });
}
