import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CountMarks } from '../seals/count-marks.ts';
import { type CountSeals, SealsUnavailableError } from '../seals/ports.ts';
import { isOwnCopy } from './claim-copies.ts';
import { countOfLane, verifyCount } from './count-seals.ts';

/**
 * What a blocked lane's claim says, held against what Sluice wrote at the claim: the instruction's own copy, the seal over
 * the lane, and the number of its count that was taken last. A balance of before the claim that is lowered in the lane would
 * hide a fall, an earlier end of the quarantine would free it too soon, and a larger debit would give back more than it took.
 * `unreachable`: the key of counts cannot be asked. `moved`: another writer came in between.
 */
export type ClaimVerdict =
  | { readonly kind: 'as-written' }
  | { readonly kind: 'forged'; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'moved'; readonly message: string };

export interface ClaimPorts {
  readonly ledger: Pick<Ledger, 'epoch' | 'readLanes'>;
  readonly counts: CountSeals;
  readonly marks: Pick<CountMarks, 'lastCountNumber'>;
}

/** The one place that compares them: before the balances, or two people, free a lane, or give back what is unbooked. */
export async function judgeClaims(
  ports: ClaimPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<ClaimVerdict> {
  const differing = blocked.find((lane) => !isOwnCopy(instruction, lane));
  if (differing !== undefined) {
    return forged(
      `the claim that the lane of ${differing.currency} holds is not the one that ${instruction.id} was claimed by`,
    );
  }
  return await judgeCounted(ports, instruction.tenant, blocked);
}

/** Whether what these lanes count, and what claims debited there, is what Sluice sealed last. */
export async function judgeCounted(
  ports: ClaimPorts,
  tenant: string,
  lanes: readonly Lane[],
): Promise<ClaimVerdict> {
  try {
    const epoch = await ports.ledger.epoch();
    for (const lane of lanes) {
      const verdict = await judgeLane(ports, epoch, tenant, lane);
      if (verdict.kind !== 'as-written') return verdict;
    }
  } catch (error) {
    if (!(error instanceof SealsUnavailableError)) throw error;
    return { kind: 'unreachable', message: 'the key that limits count with is out of reach' };
  }
  return { kind: 'as-written' };
}

/**
 * A lane that took a number in this ledger has the seal of the last one. One that never took any has none, or that of the
 * ledger it was backed up from: it proves nothing here, and people re-arm it.
 */
async function judgeLane(
  { ledger, counts, marks }: ClaimPorts,
  epoch: string,
  tenant: string,
  lane: Lane,
): Promise<ClaimVerdict> {
  const { currency } = lane;
  const count = countOfLane(lane);
  const seal = lane.seal?.epoch === epoch ? lane.seal : undefined;
  if (seal !== undefined && (await verifyCount(counts, tenant, count, seal)) !== 'valid') {
    return forged(`the seal over what limits count of ${currency} does not hold`);
  }
  const last = await marks.lastCountNumber(tenant, count.of, epoch);
  if (last <= (seal?.number ?? 0)) return { kind: 'as-written' };
  // A number that was taken since the lane was read is another writer's: then the lane has moved as well.
  const now = (await ledger.readLanes(tenant)).find((each) => each.currency === currency);
  if (now?.version !== lane.version) {
    return { kind: 'moved', message: `the lane of ${currency} was written meanwhile` };
  }
  return forged(`the lane of ${currency} does not have the seal that it was sealed last with`);
}

function forged(what: string): ClaimVerdict {
  return {
    kind: 'forged',
    message: `${what}. Something other than Sluice has written to the ledger.`,
  };
}
