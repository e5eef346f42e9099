import { appendToChain } from '../audit/audit-entry.ts';
import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import { creditsMaking } from '../booking/credits.ts';
import { RISE_DOUBT_SECONDS } from '../booking/doubts.ts';
import { readBalance } from '../booking/read-balance.ts';
import { expectedChange } from '../evidence/expected-change.ts';
import { totalAt } from '../evidence/points.ts';
import type { BlockedLane } from '../evidence/weigh.ts';
import { notSent } from '../facts/sentences/say/not-sent.ts';
import { asClause } from '../facts/sentences/sentence.ts';
import { advance } from '../instructions/advance.ts';
import type { Evidence } from '../instructions/evidence.ts';
import { asSent, type Content, type Instruction } from '../instructions/instruction.ts';
import { releaseLane } from '../instructions/lane-transitions.ts';
import { destinationOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { debitsOfClaim, refunds } from '../sending/refunds.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, later, plusSeconds } from '../time/instant.ts';

/**
 * Seconds after the claim before which a reading does not state "executed": a replica that is behind, by no more than a
 * rise is in doubt and clocks are apart, may still show what was before the claim. Without an inflow of right before it, a
 * balance looks as if just that had left.
 */
export const REPLICAS_AGREE_SECONDS = RISE_DOUBT_SECONDS + MAX_CLOCK_SKEW_SECONDS;

export type AutomaticVerdict =
  | { readonly kind: 'settles'; readonly executed: boolean }
  | { readonly kind: 'people'; readonly message: string };

export type VerdictLane = Pick<BlockedLane, 'currency' | 'booking' | 'status'>;

/** The basis of the verdict besides the evidence. */
export interface VerdictBounds {
  readonly quarantineUntil: Instant;
  /** When the booking bound of the claim is over: before it, a balance that did not fall says nothing. */
  readonly bookedBy: Instant;
  /** The currency was armed in this very ledger. */
  readonly armedHere: boolean;
  readonly kind: Content['kind'];
}

/**
 * Whether evidence alone may settle an unknown outcome: after the quarantine, with every reading kept, exactly one
 * explanation for each currency concerned, all with the same answer, and in the ledger in which the currency was
 * armed. A trade only as filled in full: one that was filled in part, or cancelled, looks like one that is still
 * open. "Not executed" also takes the end of the booking bound and a reading after it: the service may execute at
 * once and book days later. "Executed" takes a reading of when replicas agree again, a lane in which nothing is unbooked,
 * and no earlier fall of that very amount, or by more than was on its way: else the fall may be an earlier booking that shows
 * late. Pure.
 */
export function automaticVerdict(
  evidence: Evidence,
  { quarantineUntil, bookedBy, armedHere, kind }: VerdictBounds,
  blocked: readonly VerdictLane[],
  at: Instant,
): AutomaticVerdict {
  // A restored ledger has forgotten every flow since its backup: a fall that one of them explains would
  // be taken for this request.
  if (!armedHere) return people(armedElsewhere(blocked));
  if (at < quarantineUntil || !evidence.afterQuarantine) {
    return people(`the quarantine lasts until ${quarantineUntil}`);
  }
  if (evidence.points.length === 0) return people('no answer states the balance');
  if (evidence.omitted > 0) return people('the balance moved too often for all of it to be kept');
  const answers = evidence.currencies.flatMap(({ explanations }) => explanations);
  const [first] = answers;
  const one = evidence.currencies.every(({ explanations }) => explanations.length === 1);
  if (first === undefined || !one || answers.some((each) => each.executed !== first.executed)) {
    return people('not exactly one explanation fits every reading');
  }
  const { executed } = first;
  if (kind === 'trade' && !(executed && evidence.currencies.length === 2)) {
    return people(
      'balances end a trade only where it was filled in full, in both its currencies: what rests may be filled later',
    );
  }
  const agree = replicasAgreeFrom(blocked);
  if (executed && evidence.weighedUntil < agree) {
    return people(`replicas of the service may show what was before the claim until ${agree}`);
  }
  if (
    executed &&
    blocked.some((lane) => isUnbooked(lane, evidence) || isContradicted(lane, evidence))
  ) {
    return people('the fall may be an earlier booking');
  }
  if (!executed && (at < bookedBy || evidence.weighedUntil < bookedBy)) {
    return people(`the service may book it until ${bookedBy}`);
  }
  return { kind: 'settles', executed };
}

function people(message: string): AutomaticVerdict {
  return { kind: 'people', message };
}

/** Of the lanes of one request, which were claimed in one transaction. */
function armedElsewhere(blocked: readonly VerdictLane[]): string {
  const sentences = blocked.map(({ currency }) => notSent({ code: 'armed-elsewhere', currency }));
  return sentences.map(asClause).join(', and ');
}

function replicasAgreeFrom(blocked: readonly VerdictLane[]): Instant {
  const claims = blocked.map(({ status }) => status.claim.claimedAt);
  return plusSeconds(claims.reduce(later), REPLICAS_AGREE_SECONDS);
}

/**
 * Looks at the currency that the request takes out: falls are credited the oldest first, so this one's own fell only
 * if nothing is left. The readings that were weighed count, even if the lane has not taken them up yet.
 */
function isUnbooked(
  { currency, booking, status }: VerdictLane,
  { points }: Pick<Evidence, 'points'>,
): boolean {
  if (status.claim.outgoing === undefined) return false;
  const since = booking.reading?.at ?? '';
  const credited = points
    .filter(({ takenAt }) => takenAt > since)
    .reduce((before, point) => {
      const total = totalAt(point, currency);
      return readBalance(before, { total }, point.takenAt, DEFAULT_BOOKING_BOUND_SECONDS);
    }, booking);
  return credited.entries.length > 0;
}

/**
 * If replicas take turns, the balance before the claim may be one of a replica that lacked earlier bookings, and the
 * fall nothing but the other replica. Its rise is not recognised if a deposit came in at the same time. And an earlier fall by
 * more than was on its way was another party's, at least in part: what it was taken for may be booked only now.
 */
function isContradicted(
  { currency, booking, status }: VerdictLane,
  { currencies }: Pick<Evidence, 'currencies'>,
): boolean {
  const change = currencies.find((each) => each.currency === currency)?.changeIfExecuted;
  if (status.claim.outgoing === undefined || change === undefined) {
    return false;
  }
  const { claimedAt } = status.claim;
  const isInDoubt = booking.doubts.some(({ kind }) => kind !== 'fee');
  const before = booking.credits.filter(({ at }) => at <= claimedAt);
  const byOthers = before.some(({ fall, amount }) => !decimalOf(fall).equals(decimalOf(amount)));
  return isInDoubt || byOthers || creditsMaking(before, decimalOf(change).abs()) !== null;
}

/** Settles by evidence alone, in one conditional write; false if another writer was first. */
export async function settleByEvidence(
  ledger: Pick<Ledger, 'readAuditHead' | 'readPolicy' | 'readCounts' | 'commit'>,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
  evidence: Evidence,
  executed: boolean,
  at: Instant,
): Promise<boolean> {
  const next = advance(instruction, { kind: 'settle-by-evidence', at, executed });
  const [head, { rules }] = await Promise.all([
    ledger.readAuditHead(instruction.tenant),
    ledger.readPolicy(instruction.tenant),
  ]);
  const entry = appendToChain(head, {
    at,
    by: 'sluice',
    action: 'settle-by-evidence',
    subject: instruction.id,
    requestId: instruction.id,
    before: { state: instruction.status.state, version: instruction.version },
    after: { state: next.status.state, version: next.version, evidence: evidence.digest },
  });
  const released = executed ? {} : { releasedAt: at };
  const writes: readonly LedgerWrite[] = [
    { kind: 'replace-instruction', instruction: next },
    ...blocked.map((lane): LedgerWrite => {
      const change = expectedChange(asSent(instruction), lane.currency);
      const destination = destinationOf(instruction);
      const freed = releaseLane(lane, instruction.id, executed, at, { change, destination });
      return {
        kind: 'replace-lane',
        lane: freed,
        from: lane.status.state,
        read: lane,
        ...released,
      };
    }),
    ...(executed ? [] : await refunds(ledger, instruction.tenant, debitsOfClaim(blocked))),
    { kind: 'append-audit', entry },
    ...missedByEnd(instruction, next, rules),
  ];
  const { ok } = await ledger.commit(instruction.tenant, writes);
  return ok;
}
