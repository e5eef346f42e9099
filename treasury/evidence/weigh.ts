import {
  type CurrencyEvidence,
  EVIDENCE_DIGEST_CHARACTERS,
  type Evidence,
  type EvidencePoint,
  type NotStatedReading,
} from '../instructions/evidence.ts';
import { asSent, type Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { Lane, LaneFlow, LaneStatus } from '../instructions/lane.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { expectedChange } from './expected-change.ts';
import { explainReadings } from './explain-readings.ts';
import {
  type HeldBefore,
  type MergedPoints,
  mergePoints,
  movesIn,
  totalAt,
  totalSince,
} from './points.ts';

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
 * may show late. Pure; earlier evidence is extended. Null if no balance has been read since the claim;
 * if none of the readings states each of the currencies, it says just that.
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
  const notStated = notStatedIn(since, held, quarantineUntil);
  if (latest === undefined && notStated === null) return null;
  const afterQuarantine = latest !== undefined && latest.takenAt > quarantineUntil;
  const weighedUntil = latest?.takenAt ?? claimedAt;
  const currencies = lanes.map((lane) => weighLane(instruction, lane, merged.points));
  return {
    digest: digestOf(currencies, merged, afterQuarantine, notStated),
    claimedAt,
    quarantineUntil,
    ...merged,
    weighedUntil,
    afterQuarantine,
    currencies,
    ...(notStated === null ? {} : { notStated }),
  };
}

/** The last reading, if it does not state each of the currencies: people then look elsewhere. */
function notStatedIn(
  readings: readonly BalancesTaken[],
  held: readonly HeldBefore[],
  quarantineUntil: Instant,
): NotStatedReading | null {
  const last = readings.reduce<BalancesTaken | null>(
    (latest, each) => (latest === null || each.takenAt >= latest.takenAt ? each : latest),
    null,
  );
  if (last === null) return null;
  const { takenAt: readAt, balances } = last;
  const currencies = held
    .filter((each) => totalSince(balances, each) === null)
    .map(({ currency }) => currency);
  if (currencies.length === 0) return null;
  return { currencies, readAt, afterQuarantine: readAt > quarantineUntil };
}

function weighLane(
  instruction: Instruction,
  lane: BlockedLane,
  points: readonly EvidencePoint[],
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
    // Without a reading nothing is explained.
    explanations:
      balances.length === 0
        ? []
        : explainReadings([balanceBefore, ...balances], changeIfExecuted, earlierFlows),
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
  notStated: NotStatedReading | null,
): string {
  const moves = movesIn(points, currencies);
  const absent = notStated === null ? [] : [notStated.currencies, notStated.afterQuarantine];
  const said = [moves, omitted, afterQuarantine, currencies, ...absent];
  return fingerprintOf([JSON.stringify(said)]).slice(0, EVIDENCE_DIGEST_CHARACTERS);
}
