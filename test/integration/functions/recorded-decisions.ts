import { DECISION_RUN } from '../../../adapters/store/decision-run-item.ts';
import { fromItem, type Item } from '../../../adapters/store/item.ts';
import { decisionsOf, type StoredDecision } from '../../../treasury/ledger/stored-decision.ts';

/** Every decision of the runs among these items of the ledger. */
export function decisionsIn(items: readonly Item[]): readonly StoredDecision[] {
  return items
    .filter(({ entity }) => entity?.S === DECISION_RUN.entity)
    .flatMap((item) => decisionsOf(fromItem(DECISION_RUN, item)));
}

/** True for what the stream delivers to run-sweeps: a run lies beside the snapshots. */
export function isSnapshot({ entity }: Item): boolean {
  return entity?.S === 'snapshot';
}
