import {
  type AuditEntry,
  type AuditHead,
  type BrokenLink,
  EMPTY_CHAIN,
  followChain,
} from './audit-entry.ts';

/** Entries read at once: about a kilobyte each, so that a page stays within a megabyte. */
const PAGE_ENTRIES = 500;

export interface TrailPorts {
  /** Entries after a sequence number, oldest first, at most `limit`. */
  readonly entriesAfter: (
    tenant: string,
    sequence: number,
    limit: number,
  ) => Promise<readonly AuditEntry[]>;
  /** The end of the chain according to the ledger itself. */
  readonly readAuditHead: (tenant: string) => Promise<AuditHead>;
}

/** What is wrong with an entry that was kept outside; null if the chain has it just so. */
export async function keptHeadFault(
  { entriesAfter }: Pick<TrailPorts, 'entriesAfter'>,
  tenant: string,
  { sequence, hash }: AuditHead,
): Promise<string | null> {
  const [entry] = await entriesAfter(tenant, sequence - 1, 1);
  if (entry?.sequence !== sequence) {
    return `cut off: entry ${sequence} was kept outside, and the chain ends before it`;
  }
  return entry.hash === hash ? null : `entry ${sequence} is another one: its hash is ${entry.hash}`;
}

export type TrailVerdict =
  /** Every entry follows from the one before it, and the last is the end that the ledger names. */
  | { readonly verdict: 'intact'; readonly head: AuditHead }
  | { readonly verdict: 'broken'; readonly link: BrokenLink }
  /** The entries stop before the end that the ledger names, or that was kept outside: some are missing. */
  | { readonly verdict: 'cut-off'; readonly lastFound: number; readonly head: AuditHead }
  /** Intact so far; the chain is longer than one call checks. */
  | { readonly verdict: 'unfinished'; readonly at: AuditHead };

/**
 * Recomputes a tenant's audit chain from `from` on, page by page, at most `maximum` entries, and names
 * the first broken link. Entries that are appended meanwhile are followed as well.
 */
export async function verifyTrail(
  ports: TrailPorts,
  tenant: string,
  maximum: number,
  from: AuditHead = EMPTY_CHAIN,
): Promise<TrailVerdict> {
  // Read before the entries: later entries only make the chain longer.
  const named = await ports.readAuditHead(tenant);
  let head = from;
  for (let followed = 0; followed < maximum; ) {
    const limit = Math.min(PAGE_ENTRIES, maximum - followed);
    const entries = await ports.entriesAfter(tenant, head.sequence, limit);
    const result = followChain(head, entries);
    if (!result.ok) return { verdict: 'broken', link: result.broken };
    head = result.head;
    // What follows from an entry that was kept outside is nothing where the chain ends before it.
    if (entries.length === 0 && head.sequence > named.sequence && followed === 0) {
      return { verdict: 'cut-off', lastFound: named.sequence, head: from };
    }
    if (entries.length < limit) return verdictAt(head, named);
    followed += entries.length;
  }
  return { verdict: 'unfinished', at: head };
}

function verdictAt(head: AuditHead, named: AuditHead): TrailVerdict {
  if (head.sequence < named.sequence) {
    return { verdict: 'cut-off', lastFound: head.sequence, head: named };
  }
  // The end that the ledger names is one of the entries just followed, or the very last.
  if (head.sequence === named.sequence && head.hash !== named.hash) {
    return { verdict: 'broken', link: { sequence: named.sequence, why: 'other-entry-before' } };
  }
  return { verdict: 'intact', head };
}
