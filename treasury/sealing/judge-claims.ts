import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';

import { type CountSeals, SealsUnavailableError } from '../seals/ports.ts';
import { countOfLane, verifyCount } from './count-seals.ts';

/**
 * What a blocked lane's claim says, held against what Sluice wrote at the claim: the instruction's own copy, and the seal
 * over the lane. A balance of before the claim that is lowered in the lane would hide a fall, and an earlier end of the
 * quarantine would free it too soon. `unknown`: the key of counts is out of reach.
 */
export type ClaimVerdict =
  | { readonly kind: 'as-written' }
  | { readonly kind: 'forged'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** What is compared: everything that evidence and quarantine go by. */
const COMPARED = ['instructionId', 'nonce', 'claimedAt', 'sendBy', 'quarantineUntil'] as const;

export async function judgeClaims(
  counts: CountSeals,
  epoch: string,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<ClaimVerdict> {
  const differing = blocked.find((lane) => !isOwnCopy(instruction, lane));
  if (differing !== undefined) {
    const message = `the claim that the lane of ${differing.currency} holds is not the one that ${instruction.id} was claimed by. Something other than Sluice has written to the ledger.`;
    return { kind: 'forged', message };
  }
  try {
    for (const lane of blocked) {
      // A lane that was sealed in another ledger proves nothing in this one, and is re-armed by people.
      if (lane.seal === undefined || lane.seal.epoch !== epoch) continue;
      const verdict = await verifyCount(counts, instruction.tenant, countOfLane(lane), lane.seal);
      if (verdict === 'valid') continue;
      const message = `the seal over what limits count of ${lane.currency} does not hold. Something other than Sluice has written to the ledger.`;
      return { kind: 'forged', message };
    }
  } catch (error) {
    if (!(error instanceof SealsUnavailableError)) throw error;
    return { kind: 'unknown', message: 'the key that limits count with is out of reach' };
  }
  return { kind: 'as-written' };
}

function isOwnCopy(
  { status, content }: Instruction,
  { currency, status: held }: BlockedLane,
): boolean {
  if (!('claim' in status)) return false;
  const { claim: own } = status;
  if (COMPARED.some((field) => own[field] !== held.claim[field])) return false;
  const paid = content.kind === 'withdrawal' ? content.currency : content.instrument.split('/')[0];
  const before = currency === paid ? own.balanceBefore : own.quoteBalanceBefore;
  return before === held.claim.balanceBefore;
}

/** A claim of a trade as its instruction keeps it: with the balance of the other currency too. */
export function ownCopyOf(base: ClaimRecord, quote: ClaimRecord | undefined): ClaimRecord {
  return quote === undefined ? base : { ...base, quoteBalanceBefore: quote.balanceBefore };
}
