import type { Resumption } from '../policy/halt-state.ts';
import type { Sealer, SealVerifier } from '../seals/ports.ts';
import { SEAL_FORMAT } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { resumptionDigest, withoutSeal } from './messages.ts';
import type { PieceVerdict, SealedLedger } from './policy-seals.ts';

/** The word of two people with a seal over it. Throws if none can be made: then nothing is written. */
export async function sealedResumption(
  sealer: Sealer,
  { tenant, epoch }: SealedLedger,
  resumption: Resumption,
  at: Instant,
): Promise<Resumption> {
  const bare = withoutSeal(resumption);
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at };
  const mac = await sealer.seal(resumptionDigest(tenant, bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

/** `foreign`: it was sealed in the ledger that this one is a copy of, and its seal is valid there. */
export async function judgeResumption(
  verifier: SealVerifier,
  { tenant, epoch }: SealedLedger,
  resumption: Resumption,
): Promise<PieceVerdict> {
  const { seal } = resumption;
  if (seal === undefined) return 'unsealed';
  const verdict = await verifier.verify(resumptionDigest(tenant, resumption, seal), seal);
  return verdict === 'valid' && seal.epoch !== epoch ? 'foreign' : verdict;
}
