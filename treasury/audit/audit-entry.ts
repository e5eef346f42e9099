import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const hash = z.string().check(z.length(64));

const auditFactSchema = record(() => ({
  at: instant,
  by: z.string(),
  /** Present if a second person approved. */
  approvedBy: z.exactOptional(z.string()),
  action: z.string(),
  subject: z.string(),
  requestId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Present if one act takes several entries, since an item of the store does not hold it: which of them this is. */
  part: z.exactOptional(
    record(() => ({ number: z.int().check(z.positive()), of: z.int().check(z.positive()) })),
  ),
}));

/** A fact on record: who did what, when, on whose request, before and after. */
export type AuditFact = Stored<typeof auditFactSchema>;

/**
 * Exactly the text that was hashed, including fields that this version does not know: nothing of an entry may get
 * lost.
 */
export const auditEntrySchema = record(() => ({
  ...auditFactSchema.shape,
  /** From 1, without gaps. */
  sequence: z.int().check(z.positive()),
  previousHash: hash,
  /** SHA-256, hex, over the canonical JSON of everything else in the entry. */
  hash,
}));

/** A fact in its place: the hash covers the fact, the place and the hash before it. */
export type AuditEntry = Stored<typeof auditEntrySchema>;

export const auditHeadSchema = record(() => ({ sequence: z.int().check(z.positive()), hash }));

/** The end of a tenant's chain. */
export type AuditHead = Stored<typeof auditHeadSchema>;

export const EMPTY_CHAIN: AuditHead = { sequence: 0, hash: '0'.repeat(64) };

export function appendToChain(head: AuditHead, fact: AuditFact): AuditEntry {
  const unhashed = { ...fact, sequence: head.sequence + 1, previousHash: head.hash };
  return { ...unhashed, hash: hashOf(unhashed) };
}

/** The sequence number of the first entry that does not follow from the one before it, or null. */
export function firstBrokenLink(entries: readonly AuditEntry[]): number | null {
  const followed = followChain(EMPTY_CHAIN, entries);
  return followed.ok ? null : followed.broken.sequence;
}

export type FollowedChain =
  | { readonly ok: true; readonly head: AuditHead }
  | { readonly ok: false; readonly broken: BrokenLink };

/** The first entry that does not follow from the one before it, and in which way. */
export interface BrokenLink {
  readonly sequence: number;
  readonly why: 'not-the-next-one' | 'other-entry-before' | 'other-content';
}

/** Follows a window of a chain from the entry before it: recomputes every hash, in order. */
export function followChain(from: AuditHead, entries: readonly AuditEntry[]): FollowedChain {
  let head = from;
  for (const entry of entries) {
    // The store's mark of a later version was not part of the hashed text.
    const { hash, ...unhashed } = entry;
    const { sequence, previousHash } = entry;
    if (sequence !== head.sequence + 1) return broken(sequence, 'not-the-next-one');
    if (previousHash !== head.hash) return broken(sequence, 'other-entry-before');
    if (hashOf(unhashed) !== hash) return broken(sequence, 'other-content');
    head = entry;
  }
  return { ok: true, head: { sequence: head.sequence, hash: head.hash } };
}

function broken(sequence: number, why: BrokenLink['why']): FollowedChain {
  return { ok: false, broken: { sequence, why } };
}

/** SHA-256, hex, over the canonical JSON of a value. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** JSON with the keys of every object in order, so that equal facts have equal hashes. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
