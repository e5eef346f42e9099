import type { BlockedLane } from '../evidence/weigh.ts';
import type { Tampering } from '../facts/halt-facts.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { isOwnCopy } from './claim-copies.ts';
import { type ForgedAs, type RefusingPorts, refuseForged } from './refuse-forged.ts';

/**
 * What a blocked lane's claim says, held against the instruction's own copy: a balance of before the claim that is lowered in
 * the lane would hide a fall, an earlier end of the quarantine would free it too soon, and a larger debit would give back more
 * than it took. Null if it is as Sluice wrote it. The one place that compares them: before the balances, or two people, free a
 * lane.
 */
export function judgeClaims(
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Tampering | null {
  const differing = blocked.find((lane) => !isOwnCopy(instruction, lane));
  if (differing === undefined) return null;
  return { code: 'claim-differs', currency: differing.currency, instructionId: instruction.id };
}

/**
 * What the claims of lanes are worth to two people who settle. `believed`: as Sluice wrote them. `disbelieved`: something else
 * did, everything is halted for it, and people settle by the service's own books: nothing goes back on their word.
 */
export type WeighedClaims =
  | { readonly kind: 'believed' }
  | { readonly kind: 'disbelieved'; readonly found: Tampering }
  | { readonly kind: 'refused'; readonly refusal: ForgedAs<'claim-differs'> };

export async function weighClaims(
  ports: RefusingPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<WeighedClaims> {
  const found = judgeClaims(instruction, blocked);
  if (found === null) return { kind: 'believed' };
  const { tenant, id } = instruction;
  const refusal = await refuseForged(ports, tenant, id, { code: 'claim-differs', found });
  return refusal === null ? { kind: 'disbelieved', found } : { kind: 'refused', refusal };
}
