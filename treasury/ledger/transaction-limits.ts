import type { LedgerWrite } from './ledger.ts';

/*
 * What the store takes in one transaction. A commit is all of it or nothing, so a use case whose writes may be more is
 * written in several commits, each of which may be the last: `test/unit/store/transactions.test.ts` has the largest of each.
 */

/** DynamoDB's own limit on the items of one transaction. */
export const MAX_TRANSACTION_WRITES = 100;

/** DynamoDB's own limit on the bytes of one transaction. */
export const MAX_TRANSACTION_BYTES = 4 * 1_024 * 1_024;

/** DynamoDB's own limit on an item. */
export const MAX_ITEM_BYTES = 400 * 1_024;

/** Kinds that stand for two writes: a piece and its version for ever, a check of both, an entry and the end of its chain. */
const TWO_WRITES: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'put-controls',
  'put-rule',
  'put-account',
  'put-calendar',
  'put-webhook',
  'put-manual-rate',
  'put-matching-rule',
  'assert-controls-unchanged',
  'assert-rule-unchanged',
  'assert-account-unchanged',
  'assert-calendar-unchanged',
  'assert-matching-rule-unchanged',
  'append-audit',
]);

/** The items of a transaction that a change takes. */
export function writesIn(change: LedgerWrite): number {
  // An instruction that is claimed is found again by its claim.
  const isClaim =
    change.kind === 'replace-instruction' && change.instruction.status.state === 'sending';
  return TWO_WRITES.has(change.kind) || isClaim ? 2 : 1;
}
