import type { CurrentItem, PolicyChange } from '../ledger/policy-change.ts';
import type { Rearming } from '../ledger/rearming.ts';
import { withoutCarriedSeal } from '../policy/webhook.ts';
import type { Sealer, SealVerifier, Validity } from '../seals/ports.ts';
import { SEAL_FORMAT, type Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { changeDigest, policyDigest, rearmingDigest, withoutSeal } from './messages.ts';

/** The ledger that an item stands in. */
export interface SealedLedger {
  readonly tenant: string;
  readonly epoch: string;
}

/**
 * The verdict on a seal. `valid`: a deciding function wrote exactly this, in this ledger. `unsealed`: it was written
 * before there were seals. `foreign`: it was sealed in another ledger, of which this one is a copy. `invalid`: a seal
 * that no deciding function made over this content, so another program wrote to the table. `newer`: a later version
 * of Sluice wrote it, which alone can tell.
 */
export type PieceVerdict = 'valid' | 'unsealed' | 'foreign' | 'invalid';

/** The piece of policy with a seal over it. Throws if none can be made: then nothing is written. */
export async function sealedPiece<P extends CurrentItem>(
  sealer: Sealer,
  { tenant, epoch }: SealedLedger,
  piece: P,
  at: Instant,
): Promise<P> {
  const own = piece.kind === 'webhook' ? withoutCarriedSeal(piece.item) : piece.item;
  const item = withoutSeal<typeof own>(own);
  const bare = { ...piece, item } as P;
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at };
  const mac = await sealer.seal(policyDigest(tenant, bare, terms));
  return { ...bare, item: { ...item, seal: { ...terms, ...mac } } };
}

export async function judgePiece(
  verifier: SealVerifier,
  { tenant, epoch }: SealedLedger,
  piece: CurrentItem,
): Promise<PieceVerdict> {
  return await judged(epoch, piece.item.seal, async (sealed) =>
    verifier.verify(policyDigest(tenant, piece, sealed), sealed),
  );
}

/** A proposed change with a seal over it: an approval is for what its maker asked for. */
export async function sealedChange(
  sealer: Sealer,
  epoch: string,
  change: PolicyChange,
  at: Instant,
): Promise<PolicyChange> {
  const bare = withoutSeal(change) as PolicyChange;
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at };
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
  const bare: Rearming = withoutSeal(rearming);
  const terms = { format: SEAL_FORMAT, epoch: rearming.epoch, sealedAt: at };
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

/** The same checks for every seal; the key is used last. */
export async function judged<Own extends Seal>(
  epoch: string,
  seal: Own | undefined,
  verify: (seal: Own) => Promise<Validity>,
): Promise<PieceVerdict> {
  if (seal === undefined) return 'unsealed';
  if (seal.epoch !== epoch) return 'foreign';
  return await verify(seal);
}
