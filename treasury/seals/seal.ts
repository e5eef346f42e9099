import type { Instant } from '../time/instant.ts';

/** Version of the message that a seal stands for. Another format is another message: it verifies as nothing else. */
export const SEAL_FORMAT = 1;

/** Which key made a MAC, and the MAC itself in base64. */
export interface Mac {
  readonly keyId: string;
  readonly mac: string;
}

/**
 * Proof that a deciding function wrote an item: a MAC that nobody makes who can merely write to the table. It covers
 * the item's whole content, and everything in the seal itself but the MAC.
 */
export interface Seal extends Mac {
  readonly format: typeof SEAL_FORMAT;
  /** Identity of the table that the item was written in: a copy in another ledger proves nothing there. */
  readonly epoch: string;
  readonly sealedAt: Instant;
  /** From this moment on the seal proves nothing; absent where what is sealed stands until it is changed. */
  readonly expiresAt?: Instant;
}

/** A version of a piece of policy, and a digest of everything it said. */
export interface PinnedPiece {
  readonly version: number;
  readonly digest: string;
}

/** What a decision to send rests on, as the deciding function saw and verified it. */
export interface Authorisation {
  readonly controls: PinnedPiece;
  /** Absent where no rule decided. */
  readonly rule?: PinnedPiece;
  /** The destination with all its details; absent for a trade. */
  readonly account?: PinnedPiece;
  /** People besides the one who asked. */
  readonly approvalsRequired: 0 | 1 | 2;
}

/** The seal of an instruction also carries what it was decided on: the sender compares that with what stands. */
export interface InstructionSeal extends Seal {
  readonly expiresAt: Instant;
  readonly authorisation: Authorisation;
}
