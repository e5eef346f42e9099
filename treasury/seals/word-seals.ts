import type { Instant } from '../time/instant.ts';
import type { UnbookedConclusion } from '../unbooked/conclusion.ts';
import { conclusionDigest, withoutSeal } from './messages.ts';
import type { PieceVerdict } from './policy-seals.ts';
import type { Sealer, SealVerifier } from './ports.ts';
import { SEAL_FORMAT } from './seal.ts';

/** The first person's word with a seal over it: whoever agrees agrees with a person. Throws where none can be made. */
export async function sealedConclusion(
  sealer: Sealer,
  epoch: string,
  conclusion: UnbookedConclusion,
  at: Instant,
): Promise<UnbookedConclusion> {
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at } as const;
  const bare = withoutSeal(conclusion) as UnbookedConclusion;
  const mac = await sealer.seal(conclusionDigest(bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

export async function judgeConclusion(
  verifier: SealVerifier,
  epoch: string,
  conclusion: UnbookedConclusion,
): Promise<PieceVerdict> {
  const { seal } = conclusion;
  if (seal === undefined) return 'unsealed';
  if (seal.epoch !== epoch) return 'foreign';
  return await verifier.verify(conclusionDigest(conclusion, seal), seal);
}
