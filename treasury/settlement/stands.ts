import { expectedChange } from '../evidence/expected-change.ts';
import { movesIn, totalAt } from '../evidence/points.ts';
import type { Lapse } from '../facts/lapse.ts';
import {
  EVIDENCE_DIGEST_CHARACTERS,
  type Evidence,
  type EvidencePoint,
} from '../instructions/evidence.ts';
import { asSent, type Instruction, type SettlementProposal } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { SETTLEMENT_PROPOSAL_HOURS } from './settlement-command.ts';

/*
 * What a person says of an unknown outcome holds while the balances say nothing against it. Deposits go on meanwhile: were each
 * of them to void it, two people could not settle in a busy currency.
 */

/** What a person saw of the balances. */
export type Seen = SettlementProposal['seen'];

/** What the evidence shows by now. */
export function seenIn(evidence: Evidence): Seen {
  const { weighedUntil: until } = evidence;
  return { until, moves: movesUntil(evidence, until), notStated: notStatedIn(evidence) };
}

/**
 * Why a statement no longer holds; null while it does. It holds while every movement up to what its person saw is what it saw,
 * none has been dropped since, the balances state what they stated, and no later reading moves a currency concerned in the
 * direction of the request: what it pays falls, or what it buys rises. A stated fill lapses with any movement; "executed" also
 * once as much has come back. Pure.
 */
export function lapseOf(
  statement: SettlementProposal,
  instruction: Pick<Instruction, 'content' | 'sentPrice' | 'evidence'>,
  at: Instant,
): Lapse | null {
  const { evidence } = instruction;
  if (at >= plusSeconds(statement.at, SETTLEMENT_PROPOSAL_HOURS * 3_600)) {
    return { code: 'too-old', hours: SETTLEMENT_PROPOSAL_HOURS };
  }
  const { until, moves, notStated } = statement.seen;
  if (evidence === undefined || movesUntil(evidence, until) !== moves) {
    return { code: 'seen-otherwise' };
  }
  const now = notStatedIn(evidence);
  if (now.join(' ') !== notStated.join(' ')) return { code: 'not-stated', currencies: now };
  return lapseByMovement(statement, instruction, evidence.points);
}

/**
 * The first movement among readings, after what the person saw, that the statement does not outlive; of the evidence that it
 * was made on. Pure.
 */
export function lapseByMovement(
  statement: SettlementProposal,
  instruction: Pick<Instruction, 'content' | 'sentPrice' | 'evidence'>,
  readings: readonly EvidencePoint[],
): Lapse | null {
  const { until } = statement.seen;
  const { points = [], currencies = [] } = instruction.evidence ?? {};
  const later = readings.filter(({ takenAt }) => takenAt > until);
  const base = points.filter(({ takenAt }) => takenAt <= until).at(-1);
  const lapses = currencies.map(({ currency, balanceBefore }) => {
    const expected = decimalOf(expectedChange(asSent(instruction), currency));
    const from = base === undefined ? balanceBefore : totalAt(base, currency);
    return movedIn({ currency, from, expected, later, statement });
  });
  return lapses.find((each) => each !== null) ?? null;
}

interface Moves {
  readonly currency: string;
  /** What the person saw last, decimal text. */
  readonly from: string;
  /** Signed change of the request. */
  readonly expected: Decimal;
  readonly later: readonly EvidencePoint[];
  readonly statement: SettlementProposal;
}

function movedIn({ currency, expected, later, statement, ...moves }: Moves): Lapse | null {
  let { from } = moves;
  let back: Decimal = ZERO;
  for (const point of later) {
    const to = totalAt(point, currency);
    const step = decimalOf(to).minus(decimalOf(from));
    const isOfRequest = !step.isZero() && step.isNegative() === expected.isNegative();
    if (!isOfRequest) back = back.plus(step.abs());
    const isBack = back.greaterThan(0) && back.greaterThanOrEqualTo(expected.abs());
    const isOther = statement.fill !== undefined && !step.isZero();
    if (isOfRequest || isOther || (statement.executed && isBack)) {
      return { code: 'moved', currency, from, to, at: point.takenAt };
    }
    from = to;
  }
  return null;
}

/** What moved up to then, and how much of it was dropped. Of a calm time, one reading says as much as many. */
function movesUntil({ points, omitted, currencies }: Evidence, until: Instant): string {
  const seen = points.filter(({ takenAt }) => takenAt <= until);
  const moves = movesIn(seen, currencies).map((totals) => totals.join(' '));
  return fingerprintOf([...moves, `${omitted} omitted`]).slice(0, EVIDENCE_DIGEST_CHARACTERS);
}

function notStatedIn({ notStated }: Evidence): readonly string[] {
  return notStated?.currencies ?? [];
}
