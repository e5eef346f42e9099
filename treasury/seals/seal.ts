import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** Version of the message that a seal stands for. Another format is another message: it verifies as nothing else. */
export const SEAL_FORMAT = 2;

/** Which key made a MAC, and the MAC itself in base64. */
export interface Mac {
  readonly keyId: string;
  readonly mac: string;
}

export const sealSchema = record(() => ({
  /** Another format is another message, and proves nothing here. */
  format: z.int().check(z.positive()),
  /** Identity of the table that the item was written in: a copy in another ledger proves nothing there. */
  epoch: z.string(),
  sealedAt: instant,
  /** From this moment on the seal proves nothing; absent if the sealed thing is valid until it is changed. */
  expiresAt: z.exactOptional(instant),
  keyId: z.string(),
  mac: z.string(),
}));

/**
 * Proof that a deciding function wrote an item: a MAC that an attacker with only write access to the table cannot
 * make. It covers every field of the item, also those that only a later version of Sluice knows, and everything in the seal
 * itself but the MAC.
 */
export type Seal = Stored<typeof sealSchema>;

const pinnedPieceSchema = record(() => ({
  version: z.int().check(z.positive()),
  digest: z.string(),
}));

/** A version of a piece of policy, and a digest of its whole content. */
export type PinnedPiece = Stored<typeof pinnedPieceSchema>;

const authorisationSchema = record(() => ({
  controls: pinnedPieceSchema,
  /** Absent if no rule decided. */
  rule: z.exactOptional(pinnedPieceSchema),
  /** The destination with all its details; absent for a trade. */
  account: z.exactOptional(pinnedPieceSchema),
  /** By id: the calendars of the policy that the rule names. Absent: it names none. */
  calendars: z.exactOptional(z.record(z.string(), pinnedPieceSchema)),
  /** People besides the person who requested it. */
  approvalsRequired: z.union([z.literal(0), z.literal(1), z.literal(2)]),
}));

/** The basis of a decision to send, as the deciding function saw and verified it. */
export type Authorisation = Stored<typeof authorisationSchema>;

export const instructionSealSchema = record(() => ({
  ...sealSchema.shape,
  expiresAt: instant,
  authorisation: authorisationSchema,
}));

/**
 * The seal of an instruction also carries the basis of its decision: the sender compares that with the current
 * policy.
 */
export type InstructionSeal = Stored<typeof instructionSealSchema>;
