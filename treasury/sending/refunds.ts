import { type Debit, debitsIn, SHARED_COUNTS } from '../counters/counter.ts';
import { UNREADABLE_COUNTS, withoutDebits } from '../counters/shared-counts.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';

/** Where the counters outside of lanes stand. */
export type RefundLedger = Pick<Ledger, 'readCounts'>;

/**
 * Gives back debits outside of their lanes, in the very commit that says that nothing was executed. Each item is written
 * once, however many of the debits are its own. What stands in the lane, its own transition gives back. An item that cannot be
 * read is left as it is: the outcome does not wait for it, and what was debited there counts on until its window is over.
 */
export async function refunds(
  ledger: RefundLedger,
  tenant: string,
  debits: readonly Debit[] = [],
): Promise<readonly LedgerWrite[]> {
  const writes = SHARED_COUNTS.map(async (name): Promise<readonly LedgerWrite[]> => {
    const own = debitsIn(name, debits);
    const read = own.length === 0 ? null : await ledger.readCounts(tenant, name);
    const usage =
      read === null || read === UNREADABLE_COUNTS ? null : withoutDebits(read, name, own);
    return usage === null ? [] : [{ kind: `put-${name}`, usage }];
  });
  return (await Promise.all(writes)).flat();
}

/** What a claim debited, by the lane that pays: of those that an instruction holds, the one that lists it. */
export function debitsOfClaim(
  lanes: readonly { readonly status: { readonly claim: ClaimRecord } }[],
): readonly Debit[] {
  return lanes.flatMap(({ status }) => status.claim.debits ?? []);
}
