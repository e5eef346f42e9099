import type { Instruction, SettlementProposal } from '../instructions/instruction.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import type { Sealer, SealVerifier } from '../seals/ports.ts';
import { SEAL_FORMAT } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { conclusionDigest, settlementDigest, withoutSeal } from './messages.ts';
import { judged, type PieceVerdict } from './policy-seals.ts';

/**
 * The first person's word with a seal over it: the second person agrees with a person, not with a program. Throws if
 * none can be made.
 */
export async function sealedConclusion(
  sealer: Sealer,
  epoch: string,
  conclusion: UnbookedConclusion,
  at: Instant,
): Promise<UnbookedConclusion> {
  const bare = withoutSeal(conclusion) as UnbookedConclusion;
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: at };
  const mac = await sealer.seal(conclusionDigest(bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

export async function judgeConclusion(
  verifier: SealVerifier,
  epoch: string,
  conclusion: UnbookedConclusion,
): Promise<PieceVerdict> {
  return await judged(epoch, conclusion.seal, async (seal) =>
    verifier.verify(conclusionDigest(conclusion, seal), seal),
  );
}

/** The first person's word about the outcome of a request. Throws if no seal can be made: then nothing is written. */
export async function sealedSettlement(
  sealer: Sealer,
  epoch: string,
  instruction: Instruction,
  word: SettlementProposal,
): Promise<SettlementProposal> {
  const bare = withoutSeal(word);
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: word.at };
  const mac = await sealer.seal(settlementDigest(instruction, bare, terms));
  return { ...bare, seal: { ...terms, ...mac } };
}

export async function judgeSettlementWord(
  verifier: SealVerifier,
  epoch: string,
  instruction: Instruction,
  word: SettlementProposal,
): Promise<PieceVerdict> {
  return await judged(epoch, word.seal, async (seal) =>
    verifier.verify(settlementDigest(instruction, word, seal), seal),
  );
}
