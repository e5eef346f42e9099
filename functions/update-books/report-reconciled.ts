import { logger } from '../../runtime/observability/middleware.ts';
import { type Break, severityOf } from '../../treasury/ledger/break.ts';
import type { Reconciled } from '../../treasury/reconciliation/reconcile.ts';

/** The results of a snapshot, as lines of the log; amounts stay in the ledger. */
export function reportReconciled(reconciled: Reconciled): void {
  const { opened, closed, matched, unmatched, flows } = reconciled;
  if (flows > 0) logger.info('flows written', { flows });
  for (const each of opened) {
    const said = told(each);
    if (severityOf(each) === 'alarm') logger.warn('money went out that nothing accounts for', said);
    else logger.info('money came in that nothing accounts for', said);
  }
  for (const each of matched) logger.info('a matching rule explains a difference', told(each));
  for (const each of unmatched) logger.warn('a matching rule does not explain', { ...each });
  for (const each of closed) logger.info('a difference is accounted for', told(each));
}

function told({ id, currency, direction, mayBe }: Break) {
  return { id, currency, direction, mayBe };
}
