import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { type ClaimPorts, judgeClaims } from '../sealing/judge-claims.ts';
import { type ForgedAs, type RefusingPorts, refuseForged } from '../sealing/refuse-forged.ts';
import { SealsUnavailableError } from '../seals/ports.ts';

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
  const verdict = await judgeClaims(ports, instruction, blocked);
  switch (verdict.kind) {
    case 'as-written':
      return { kind: 'believed' };
    case 'unreachable':
      throw new SealsUnavailableError(verdict.message);
    case 'moved':
      return { kind: 'moved' };
    case 'forged': {
      const { message } = verdict;
      const { tenant, id } = instruction;
      const forged = { code: 'claim-differs', message } as const;
      const refusal = await refuseForged(ports, tenant, id, forged);
      return refusal === null ? { kind: 'disbelieved', message } : { kind: 'refused', refusal };
    }
    default:
      return verdict satisfies never;
  }
}
