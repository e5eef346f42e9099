import type { PolicyChange, Standing } from '../ledger/policy-change.ts';
import type { Rearming } from '../ledger/rearming.ts';
import type { Sealer, SealVerifier } from '../seals/ports.ts';
import { SEAL_FORMAT, type Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { changeDigest, policyDigest, rearmingDigest, withoutSeal } from './messages.ts';

/** Whose ledger an item stands in. */
export interface SealedLedger {
  readonly tenant: string;
  readonly epoch: string;
}

/**
 * What a seal is worth. `valid`: a deciding function wrote exactly this, in this ledger. `unsealed`: it was written
 * before there were seals. `foreign`: it was sealed in another ledger, of which this one is a copy. `invalid`: a seal
 * that no deciding function made over this content, so something else wrote to the table.
 */
export type PieceVerdict = 'valid' | 'unsealed' | 'foreign' | 'invalid';

/** The piece of policy with a seal over it. Throws where none can be made: then nothing is written. */
export async function sealedPiece<P extends Standing>(
  sealer: Sealer,
  { tenant, epoch }: SealedLedger,
  piece: P,
  at: Instant,
): Promise<P> {
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at } as const;
  const item = withoutSeal(piece.item);
  const bare = { ...piece, item } as P;
  const mac = await sealer.seal(policyDigest(tenant, bare, terms));
  return { ...bare, item: { ...item, seal: { ...terms, ...mac } } };
}

export async function judgePiece(
  verifier: SealVerifier,
  { tenant, epoch }: SealedLedger,
  piece: Standing,
): Promise<PieceVerdict> {
  const { seal } = piece.item;
  return await judged(epoch, seal, async (sealed) =>
    verifier.verify(policyDigest(tenant, piece, sealed), sealed),
  );
}

/** A proposed change with a seal over it: whoever approves it approves what its maker asked for. */
export async function sealedChange(
  sealer: Sealer,
  epoch: string,
  change: PolicyChange,
  at: Instant,
): Promise<PolicyChange> {
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at } as const;
  const bare = withoutSeal(change) as PolicyChange;
  const mac = await sealer.seal(changeDigest(bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

export async function judgeChange(
  verifier: SealVerifier,
  epoch: string,
  change: PolicyChange,
): Promise<PieceVerdict> {
  return await judged(epoch, change.seal, async (sealed) =>
    verifier.verify(changeDigest(change, sealed), sealed),
  );
}

/** The first word about rearming with a seal over it: with the second one the whole policy is sealed in this ledger. */
export async function sealedRearming(
  sealer: Sealer,
  rearming: Rearming,
  at: Instant,
): Promise<Rearming> {
  const terms = { format: SEAL_FORMAT, epoch: rearming.epoch, sealedAt: at } as const;
  const bare: Rearming = withoutSeal(rearming);
  const mac = await sealer.seal(rearmingDigest(bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

export async function judgeRearming(
  verifier: SealVerifier,
  epoch: string,
  rearming: Rearming,
): Promise<PieceVerdict> {
  return await judged(epoch, rearming.seal, async (sealed) =>
    verifier.verify(rearmingDigest(rearming, sealed), sealed),
  );
}

async function judged(
  epoch: string,
  seal: Seal | undefined,
  verify: (seal: Seal) => Promise<'valid' | 'invalid'>,
): Promise<PieceVerdict> {
  if (seal === undefined) return 'unsealed';
  return seal.epoch === epoch ? await verify(seal) : 'foreign';
}
