import {
  type CurrencyEvidence,
  EVIDENCE_DIGEST_CHARACTERS,
  type Evidence,
} from '../instructions/evidence.ts';
import { asSent, type Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { Lane, LaneFlow, LaneStatus } from '../instructions/lane.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { evidenceMessage, pointMessage } from './evidence-message.ts';
import { expectedChange } from './expected-change.ts';
import { explainReadings } from './explain-readings.ts';
import { type BarePoint, type MergedPoints, mergePoints, totalAt } from './points.ts';

/** A lane that an instruction holds. */
export type BlockedLane = Lane & {
  readonly status: Exclude<LaneStatus, { readonly state: 'idle' }>;
};

/** The lanes that an instruction holds: one for a withdrawal, two for a trade. */
export function lanesBlockedBy(
  instructionId: string,
  lanes: readonly Lane[],
): readonly BlockedLane[] {
  return lanes.filter(
    (lane): lane is BlockedLane =>
      lane.status.state !== 'idle' && lane.status.claim.instructionId === instructionId,
  );
}

/**
 * The evidence of the balances since the claim about a request of unknown outcome: for each currency, the change if
 * it was executed, the other known flows, and the rest that neither answer explains. While its lanes are blocked
 * Sluice moves nothing of these currencies, so all other known flows are the lane's earlier ones, which the service
 * may show late. Pure; earlier evidence is extended. Null if no reading since the claim states
 * the balance of each of these currencies.
 */
export function weigh(
  instruction: Instruction,
  lanes: readonly BlockedLane[],
  readings: readonly BalancesTaken[],
): Evidence | null {
  const [first] = lanes;
  if (first === undefined) throw new Error(`instruction ${instruction.id} holds no lane`);
  const { claimedAt, quarantineUntil } = first.status.claim;
  const before = instruction.evidence ?? { points: [], omitted: 0 };
  const since = readings.filter(({ takenAt }) => takenAt >= claimedAt);
  const held = lanes.map(({ currency, status }) => {
    return { currency, balanceBefore: status.claim.balanceBefore };
  });
  const merged = mergePoints(before, since, held);
  const latest = merged.points.at(-1);
  if (latest === undefined) return null;
  const afterQuarantine = latest.takenAt > quarantineUntil;
  const currencies = lanes.map((lane) => weighLane(instruction, lane, merged.points));
  return {
    digest: digestOf(currencies, merged, afterQuarantine),
    points: merged.points.map((point) => ({ ...point, message: pointMessage(point, currencies) })),
    omitted: merged.omitted,
    weighedUntil: latest.takenAt,
    afterQuarantine,
    currencies,
    message: evidenceMessage(currencies, { claimedAt, quarantineUntil, until: latest.takenAt }),
  };
}

function weighLane(
  instruction: Instruction,
  lane: BlockedLane,
  points: readonly BarePoint[],
): CurrencyEvidence {
  const { currency } = lane;
  const { balanceBefore } = lane.status.claim;
  const balances = points.map((point) => totalAt(point, currency));
  const balance = balances.at(-1) ?? balanceBefore;
  const changeIfExecuted = expectedChange(asSent(instruction), currency);
  const change = decimalOf(balance).minus(decimalOf(balanceBefore));
  const earlierFlows = flowsShortlyBefore(lane);
  return {
    currency,
    balanceBefore,
    balance,
    changeIfExecuted,
    unexplainedIfExecuted: formatDecimal(change.minus(decimalOf(changeIfExecuted))),
    unexplainedIfNot: formatDecimal(change),
    earlierFlows,
    explanations: explainReadings([balanceBefore, ...balances], changeIfExecuted, earlierFlows),
  };
}

/** A service that may execute late may also show late: within the same bound before the claim. */
function flowsShortlyBefore({ recent = [], status }: BlockedLane): readonly LaneFlow[] {
  const { claimedAt, sendBy, quarantineUntil } = status.claim;
  const bound = Date.parse(quarantineUntil) - Date.parse(sendBy);
  const from: Instant = new Date(Date.parse(claimedAt) - bound).toISOString();
  return recent.filter(({ at }) => at >= from && at <= claimedAt);
}

/** A digest of what it says, not of when it was read: a calm hour does not make other evidence of it. */
function digestOf(
  currencies: readonly CurrencyEvidence[],
  { points, omitted }: MergedPoints,
  afterQuarantine: boolean,
): string {
  const series = points.map((point) => currencies.map(({ currency }) => totalAt(point, currency)));
  const moves = series.filter((seen, index) => `${seen}` !== `${series[index - 1]}`);
  const said = [moves, omitted, afterQuarantine, currencies];
  return fingerprintOf([JSON.stringify(said)]).slice(0, EVIDENCE_DIGEST_CHARACTERS);
}
