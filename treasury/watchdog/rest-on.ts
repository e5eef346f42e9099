import { totalSince } from '../evidence/points.ts';
import type { BlockedLane } from '../evidence/weigh.ts';
import { sayReadingWait, sayTampering } from '../facts/sentences/say/say-halt.ts';
import { MAX_EVIDENCE_READINGS } from '../instructions/evidence.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { judgeClaims } from '../sealing/judge-claims.ts';
import { haltForTampering } from '../sealing/tampering.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import {
  type ReadingPorts,
  type ReadingsSince,
  type Trust,
  trustedReadings,
} from '../snapshots/trusted-readings.ts';

export interface RestOnPorts extends ReadingPorts {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'commit'>;
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
}

export type RestedOn =
  | { readonly kind: 'trusted'; readonly value: ReadingsSince }
  | { readonly kind: 'waits'; readonly message: string };

/**
 * What lanes may be freed on: claims as Sluice wrote them, every balance since that is stored, each as Sluice read it, and
 * one that is read now. Asked for only where all of it would free them. What another program wrote halts everything.
 */
export async function restOn(
  ports: RestOnPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<RestedOn> {
  const basis = await basisOf(ports, instruction, blocked);
  if (basis.kind === 'trusted') return basis;
  if (basis.kind === 'waits') {
    const { why } = basis;
    return { kind: 'waits', message: typeof why === 'string' ? why : sayReadingWait(why) };
  }
  const { tenant, id: subject } = instruction;
  const { found } = basis;
  await haltForTampering(ports.ledger, tenant, { subject, found, at: ports.now() });
  return { kind: 'waits', message: `${sayTampering(found)} Everything is halted.` };
}

async function basisOf(
  ports: RestOnPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<Trust<ReadingsSince> | { readonly kind: 'waits'; readonly why: string }> {
  const found = judgeClaims(instruction, blocked);
  if (found !== null) return { kind: 'forged', found };
  const [first] = blocked;
  if (first === undefined) throw new Error(`instruction ${instruction.id} holds no lane`);
  const { tenant } = instruction;
  const { claimedAt } = first.status.claim;
  const stored = await ports.snapshots.takenSince(tenant, claimedAt, MAX_EVIDENCE_READINGS);
  const trusted = await trustedReadings(ports, tenant, stored);
  if (trusted.kind !== 'trusted') return trusted;
  const unstated = blocked.find((lane) => !isStated(lane, trusted.value.fresh));
  if (unstated === undefined) return trusted;
  return { kind: 'waits', why: `the balances read anew do not state ${unstated.currency}` };
}

/** What was read last is what it rests on: a currency that it leaves out may have fallen. */
function isStated({ currency, status }: BlockedLane, fresh: BalancesTaken): boolean {
  const { balanceBefore } = status.claim;
  return totalSince(fresh.balances, { currency, balanceBefore }) !== null;
}
