import { mergePoints, totalAt } from '../evidence/points.ts';
import type { BlockedLane } from '../evidence/weigh.ts';
import type { Tampering } from '../facts/halt-facts.ts';
import { sayNotReadAnew } from '../facts/sentences/say/say-halt.ts';
import { MAX_EVIDENCE_READINGS } from '../instructions/evidence.ts';
import type { Instruction, SettlementProposal } from '../instructions/instruction.ts';
import type { ForgedRefusal } from '../sealing/refuse-forged.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type ReadAnew, readAnewOf } from '../snapshots/read-anew.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import {
  allReadings,
  freshReading,
  type ReadingPorts,
  type ReadingsSince,
  sealedAmong,
} from '../snapshots/trusted-readings.ts';
import type { Instant } from '../time/instant.ts';
import { lapseByMovement } from './stands.ts';

export interface WeighAnewPorts extends ReadingPorts {
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
}

/** Why the balances keep two people from settling, for now. */
export type ReadingRefusal =
  | { readonly code: 'reading-differs'; readonly message: string }
  | { readonly code: 'no-reading'; readonly message: string }
  | ForgedRefusal;

/** What Sluice itself has read since the claim. */
export interface Basis extends ReadingsSince<BalancesTaken | null> {
  readonly readAnew: ReadAnew;
  /** A seal that does not hold; null if there is none. */
  readonly forged: Tampering | null;
}

/**
 * The readings that two people may settle on: of those that are stored the proven ones, and one that take-snapshot reads
 * now. Where it cannot, the stored ones have to do: people have the service's own books, and a service that is away for long
 * must not keep them.
 */
export async function basisOf(
  ports: WeighAnewPorts,
  tenant: string,
  claimedAt: Instant,
): Promise<Basis> {
  const [fresh, { proven, forged }] = await Promise.all([
    freshReading(ports, tenant),
    ports.snapshots
      .takenSince(tenant, claimedAt, MAX_EVIDENCE_READINGS)
      .then((stored) => sealedAmong(ports.reader, tenant, stored)),
  ]);
  return {
    stored: proven,
    fresh: fresh.kind === 'trusted' ? fresh.value : null,
    readAnew: readAnewOf(fresh),
    forged: fresh.kind === 'forged' ? fresh.found : forged,
  };
}

/** What the second person agrees with, and whether that says of any part that it was not executed. */
export interface AgreedWith {
  readonly first: SettlementProposal;
  readonly saysNot: boolean;
}

/**
 * Whether the evidence that both people saw says what Sluice itself has read: its last balances, and no balance since the
 * claim that it does not show, nor a movement that the first statement does not outlive. "Not executed" takes a reading from
 * after the quarantine. Pure.
 */
export function refuseReadings(
  instruction: Instruction,
  blocked: readonly BlockedLane[],
  basis: Omit<Basis, 'forged'>,
  { first, saysNot }: AgreedWith,
): ReadingRefusal | null {
  const { evidence } = instruction;
  const claim = blocked[0]?.status.claim;
  if (claim === undefined || evidence === undefined) return null;
  const { readAnew } = basis;
  const since = allReadings(basis).filter(({ takenAt }) => takenAt >= claim.claimedAt);
  const counts = since.filter(({ takenAt }) => !saysNot || takenAt > claim.quarantineUntil);
  if (counts.length === 0) {
    const why =
      'failed' in readAnew ? sayNotReadAnew(readAnew.failed) : `the balances are of ${readAnew.at}`;
    const message = `No reading can be had now; try again. What is stored proves nothing, and ${why}.`;
    return { code: 'no-reading', message };
  }
  const held = blocked.map(({ currency, status }) => {
    return { currency, balanceBefore: status.claim.balanceBefore };
  });
  const { points } = mergePoints({ points: [], omitted: 0 }, since, held);
  const last = points.at(-1);
  if (last === undefined) {
    // No answer states it: people look it up at the service, if the evidence told them that they have to.
    return evidence.notStated === undefined
      ? differs('The balances as Sluice has read them do not state each currency')
      : null;
  }
  const seriesOf = (balances: Readonly<Record<string, string>>) =>
    held.map(({ currency }) => balances[currency]).join(' ');
  const seen = new Set(evidence.points.map(({ balances }) => seriesOf(balances)));
  const shown = evidence.points.at(-1);
  if (shown === undefined || seriesOf(shown.balances) !== seriesOf(last.balances)) {
    const read = held.map(({ currency }) => `${currency} ${totalAt(last, currency)}`).join(', ');
    return differs(`The balances as Sluice has read them at ${last.takenAt} are ${read}`);
  }
  const lapse = lapseByMovement(first, instruction, points);
  if (lapse?.code === 'moved') {
    return differs(`Sluice read ${lapse.currency} ${lapse.to} at ${lapse.at}, after ${lapse.from}`);
  }
  const unseen = points.find(({ balances }) => !seen.has(seriesOf(balances)));
  if (unseen === undefined || evidence.omitted > 0) return null;
  const read = held.map(({ currency }) => `${currency} ${totalAt(unseen, currency)}`).join(', ');
  return differs(`At ${unseen.takenAt}, Sluice read ${read}`);
}

function differs(what: string): ReadingRefusal {
  const message = `${what}; the evidence that you saw says otherwise. Wait for the next snapshot, and look at the evidence again.`;
  return { code: 'reading-differs', message };
}
