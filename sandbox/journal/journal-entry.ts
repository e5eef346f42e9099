import { createHash } from 'node:crypto';
import * as z from 'zod';
import { FAULT_KINDS } from '../faults/fault.ts';

/** How a request showed its token (reference, part 5). `none` also stands for a scheme not known. */
const AUTHENTICATIONS = ['bearer', 'query', 'none'] as const;
export type Authentication = (typeof AUTHENTICATIONS)[number];

/**
 * The result that the client got: a status; or `pending` while nothing was sent; `hang` (never an answer), `reset`
 * and `closed` (the connection went before the header), `reset-in-body` and `closed-in-body` (200 and half an
 * answer), `client-gone` (it left before it was answered).
 */
export const answered = z.union([
  z.int(),
  z.enum(['pending', 'hang', 'reset', 'closed', 'reset-in-body', 'closed-in-body', 'client-gone']),
]);
export type Answered = z.infer<typeof answered>;

/** One request as it was received. Tokens appear as fingerprints only. */
export const journalEntry = z.object({
  /** Counts from 1 without gaps. */
  seq: z.int(),
  receivedAt: z.iso.datetime(),
  method: z.string(),
  /** Path and query, with the token removed. */
  path: z.string(),
  authentication: z.enum(AUTHENTICATIONS),
  tokenFingerprint: z.string().nullable(),
  /** Which connection it came on, counted from 1: a client's fresh connections show here. */
  connection: z.int(),
  /** The body as text, cut to a bound; null until read. */
  body: z.string().nullable(),
  /** Whether money moved because of it, at once or later. */
  executed: z.boolean(),
  executedAt: z.iso.datetime().nullable(),
  /** Identifiers of the withdrawals or of the trade that it caused. */
  effects: z.array(z.string()),
  answered,
  fault: z.enum(FAULT_KINDS).exactOptional(),
});
export type JournalEntry = z.infer<typeof journalEntry>;

/** Hex digits of a fingerprint: enough to tell tokens apart, useless to guess one. */
const FINGERPRINT_DIGITS = 12;

/** SHA-256 of a token, in hex: what the sandbox keeps of it. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** The first 12 hex digits of a token's SHA-256: what the sandbox shows of it. */
export function tokenFingerprint(token: string): string {
  return tokenDigest(token).slice(0, FINGERPRINT_DIGITS);
}

export function fingerprintOfDigest(digest: string): string {
  return digest.slice(0, FINGERPRINT_DIGITS);
}
