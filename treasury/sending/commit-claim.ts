import type { Change, Ledger } from '../ports/ledger.ts';

/** `room-taken`: nothing stood in its way but another claim that counts against the same tiers of approvals. */
export type ClaimCommit = 'claimed' | 'lost' | 'room-taken';

/**
 * Commits a claim and finds out whose it is. A condition that fails may be this invocation's own
 * earlier success, answered late and retried below; an answer that is lost says nothing. In both
 * cases the nonce in the instruction decides, never the answer alone.
 */
export async function commitClaim(
  ledger: Ledger,
  client: string,
  claim: { readonly instructionId: string; readonly nonce: string },
  changes: readonly Change[],
): Promise<ClaimCommit> {
  let lostAnswer: unknown = null;
  let roomTaken = false;
  try {
    const result = await ledger.commit(client, changes);
    if (result.ok) return 'claimed';
    const [first, ...others] = result.conflicts;
    roomTaken = first === 'put-approval-usage' && others.length === 0;
  } catch (error) {
    lostAnswer = error;
  }
  const written = await ledger.readInstruction(client, claim.instructionId);
  if (written?.status.state === 'sending' && written.status.claim.nonce === claim.nonce) {
    return 'claimed';
  }
  if (lostAnswer !== null) throw lostAnswer;
  return roomTaken ? 'room-taken' : 'lost';
}
