import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { SealsUnavailableError } from '../seals/ports.ts';
import { type ClaimPorts, type ClaimVerdict, judgeClaims, judgeCounted } from './judge-claims.ts';
import { type ForgedAs, type RefusingPorts, refuseForged } from './refuse-forged.ts';

export type WeighClaimsPorts = ClaimPorts & RefusingPorts;

/**
 * What the claims of lanes are worth to two people who settle. `believed`: as Sluice wrote them. `disbelieved`: something else
 * did, everything is halted for it, and people settle by the service's own books: nothing goes back on their word. `moved`:
 * another writer came in between.
 */
export type WeighedClaims =
  | { readonly kind: 'believed' }
  | { readonly kind: 'disbelieved'; readonly message: string }
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly refusal: ForgedAs<'claim-differs'> };

/** Throws if the key of counts is out of reach. */
export async function weighClaims(
  ports: WeighClaimsPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<WeighedClaims> {
  const { tenant, id } = instruction;
  return await weighed(ports, tenant, id, await judgeClaims(ports, instruction, blocked));
}

/** The same of the claims whose amounts no balance shows: what they debited stands in the lane. */
export async function weighUnbooked(ports: WeighClaimsPorts, lane: Lane): Promise<WeighedClaims> {
  const { tenant, currency } = lane;
  const verdict = await judgeCounted(ports, tenant, [lane]);
  return await weighed(ports, tenant, `unbooked-${currency}`, verdict);
}

async function weighed(
  ports: RefusingPorts,
  tenant: string,
  subject: string,
  verdict: ClaimVerdict,
): Promise<WeighedClaims> {
  switch (verdict.kind) {
    case 'as-written':
      return { kind: 'believed' };
    case 'unreachable':
      throw new SealsUnavailableError(verdict.message);
    case 'moved':
      return { kind: 'moved' };
    case 'forged': {
      const { message } = verdict;
      const forged = { code: 'claim-differs', message } as const;
      const refusal = await refuseForged(ports, tenant, subject, forged);
      return refusal === null ? { kind: 'disbelieved', message } : { kind: 'refused', refusal };
    }
    default:
      return verdict satisfies never;
  }
}
