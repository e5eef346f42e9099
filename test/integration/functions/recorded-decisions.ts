import { DECISION_RUN, decisionRunKind } from '../../../adapters/store/decision-run-item.ts';
import { fromItem, type Item } from '../../../adapters/store/item.ts';
import { pinnedIn } from '../../../adapters/store/pinned.ts';
import { decisionsOf, type StoredDecision } from '../../../treasury/ledger/stored-decision.ts';

/** Every decision of the runs among these items, with what they rest on. */
export function decisionsIn(items: readonly Item[]): readonly StoredDecision[] {
  return items
    .filter(({ entity }) => entity?.S === DECISION_RUN.entity)
    .flatMap((item) => {
      const digest = item.pinned?.S ?? '';
      const pinned = items.find(({ sk }) => sk?.S === `#${digest}`);
      const kind = digest === '' ? DECISION_RUN : decisionRunKind(pinnedIn(pinned, digest));
      return decisionsOf(fromItem(kind, item));
    });
}

/** True for what the stream delivers to run-sweeps: a run lies beside the snapshots. */
export function isSnapshot({ entity }: Item): boolean {
  return entity?.S === 'snapshot';
}
