import {
  type Booking,
  claimUnbooked,
  concludeUnbooked,
  correctUnbooked,
  dropUnbooked,
} from '../booking/booking.ts';
import type { EntryDebits } from '../booking/entry-debits.ts';
import { type Debit, debitsIn, isTrade, ruleDebit } from '../counters/counter.ts';
import { type Counts, debited, voided } from '../counters/counts.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { AnsweredDestination } from '../outcomes/outcome.ts';
import type { FailureBackoff } from '../policy/sweep-rule.ts';
import type { UsedOccurrence } from '../schedules/used-occurrence.ts';
import { type Instant, later } from '../time/instant.ts';
import { nextBackoff } from './backoff.ts';
import type { Destination } from './destination.ts';
import { IllegalTransitionDefect } from './illegal-transition-defect.ts';
import {
  type ClaimRecord,
  type Lane,
  type LaneStatus,
  MAX_RECENT_FLOWS,
  type OpenInstruction,
  usageOf,
} from './lane.ts';
import {
  type FirstPaymentDebit,
  withAnswer,
  withFirstPayment,
  withoutFirstPayment,
} from './paid-destination.ts';
import { type RuleFailure, withFailure, withoutFailures } from './rule-failures.ts';
import { withPartBack, withPartLeft } from './run-usage.ts';

/*
 * The transitions of a lane. Each is pure, takes the lane as read and returns the lane to be written on condition
 * that its version is still the one that was read.
 */

/** Notes a proposed instruction, so that no other run proposes the same money again. */
export function noteOpen(lane: Lane, open: OpenInstruction): Lane {
  return next(lane, { open: { ...lane.open, [open.instructionId]: open } });
}

/**
 * An instruction ended before it was claimed: nothing was debited, nothing is given back. `failure`: as its rule counts
 * it, if it does.
 */
export function dropOpen(
  lane: Lane,
  instructionId: string,
  failure: RuleFailure | null = null,
): Lane {
  const dropped = next(lane, { open: without(lane.open, instructionId) });
  if (failure === null) return dropped;
  const { ruleId } = failure;
  return putUsage(dropped, ruleId, withFailure(usageOf(dropped, ruleId), failure));
}

/** A rule's occurrence has been decided: it will not be looked at again, nor will what it stood for. */
export function useOccurrence(
  lane: Lane,
  ruleId: string,
  { last: occurrence, lastScheduled: scheduled = occurrence, usedBefore }: UsedOccurrence,
): Lane {
  const { lastScheduled: before, ...usage } = usageOf(lane, ruleId);
  if (usage.lastOccurrence !== undefined && usage.lastOccurrence >= occurrence) return lane;
  // Never back: of two times of a day, the earlier may have stood for later days than the other. One that was not moved stood
  // for itself.
  const last = later(before ?? usage.lastOccurrence ?? scheduled, scheduled);
  const moved = last === occurrence ? {} : { lastScheduled: last };
  const changed = usedBefore === undefined ? {} : { usedBefore };
  return withUsage(lane, ruleId, { ...usage, lastOccurrence: occurrence, ...moved, ...changed });
}

/** idle -> sending. Counters are debited and the amount is committed here, before the request leaves. */
export function claimLane(lane: Lane, claim: ClaimRecord): Lane {
  if (lane.status.state !== 'idle') throw illegal(lane, 'claim');
  const counted = withCounts(lane, debited(lane.counts, debitsIn('lane', claim.debits)));
  const claimed = next(counted, {
    status: { state: 'sending', claim },
    open: without(lane.open, claim.instructionId),
    booking: committed(lane.booking, claim),
    ...(claim.firstPayment !== undefined && {
      destinations: withFirstPayment(lane.destinations, claim.firstPayment),
    }),
    ...(claim.outflowVersion === undefined ? {} : { outflowVersion: claim.outflowVersion }),
  });
  const own = ruleDebit(claim.debits);
  if (own === undefined) return claimed;
  const ruleId = own.counter.of;
  const usage = withPartLeft(usageOf(claimed, ruleId), own, claim);
  return putUsage(claimed, ruleId, { ...usage, lastClaimedAt: claim.claimedAt });
}

/** The account that was paid, as it is sealed in the instruction, and what the answer says of it. */
interface AnsweredPlace {
  readonly accountId: string;
  readonly place: Pick<Destination, 'network' | 'details'>;
  readonly destination: AnsweredDestination;
}

export interface Conclusion {
  readonly nonce: string;
  readonly at: Instant;
  readonly outcome: 'confirmed' | 'not-sent' | 'rejected' | 'unknown' | 'anomaly';
  /** Of the rule the instruction came from; absent if it came from a person. */
  readonly backoff?: FailureBackoff;
  /** The change in the lane's currency if it is executed, signed decimal text: kept if it was. */
  readonly change?: string;
  /** The amount that it really took out of the currency, if the response says so; decimal text. */
  readonly executed?: string;
  /** What a confirming answer says of the place that it paid to. */
  readonly answered?: AnsweredPlace;
  /** As its rule counts it, if it did not leave. */
  readonly failure?: RuleFailure | null;
  /** Where it went if it left: the row of failures that this ends; absent: all of its rule. */
  readonly destination?: string;
}

/**
 * sending -> idle (confirmed, not-sent) or held (rejected, unknown, anomaly), by the invocation
 * that holds the nonce. From unknown only its own late confirmed or anomaly counts.
 */
export function concludeLane(lane: Lane, conclusion: Conclusion): Lane {
  const { status } = lane;
  const { outcome, at, nonce } = conclusion;
  const late = status.state === 'unknown' && (outcome === 'confirmed' || outcome === 'anomaly');
  if (status.state !== 'sending' && !late) throw illegal(lane, `conclude ${outcome}`);
  if (status.claim.nonce !== nonce) {
    throw illegal(lane, 'conclude by another');
  }
  const { claim } = status;
  switch (outcome) {
    case 'confirmed':
      return succeeded(withPlace(ended(lane, IDLE, at), conclusion), claim, at, conclusion);
    case 'not-sent':
      return failed(givenBack(ended(lane, IDLE, at), claim), claim, conclusion);
    case 'rejected':
      return failed(ended(lane, blocked('rejected', claim, at), at), claim, conclusion);
    case 'unknown':
      return failed(ended(lane, blocked('unknown', claim, at), at), claim, conclusion);
    case 'anomaly':
      return failed(ended(lane, blocked('anomaly', claim, at), at), claim, conclusion);
    default:
      return outcome satisfies never;
  }
}

/** sending, past its time -> unknown. The watchdog's transition; the amount stays reserved. */
export function timeOutLane(
  lane: Lane,
  instructionId: string,
  at: Instant,
  failure: RuleFailure | null = null,
): Lane {
  if (lane.status.state !== 'sending' || lane.status.claim.instructionId !== instructionId) {
    throw illegal(lane, 'lose');
  }
  const { claim } = lane.status;
  const lost = next(lane, { status: blocked('unknown', claim, at) });
  const ruleId = ruleDebit(claim.debits)?.counter.of;
  if (ruleId === undefined || failure === null) return lost;
  return putUsage(lost, ruleId, withFailure(usageOf(lost, ruleId), failure));
}

/**
 * A blocked lane is freed: the debits stay if it was executed and are given back if not. `change`: the change in the
 * lane's currency if it was executed, signed decimal text. `taken`: the amount that it really took out, if people
 * state it. `keepsDebits`: nothing goes back on what the claim says, since something other than Sluice wrote it.
 */
export function releaseLane(
  lane: Lane,
  instructionId: string,
  executed: boolean,
  at: Instant,
  {
    change,
    taken,
    destination,
    keepsDebits,
  }: Pick<Conclusion, 'change' | 'destination'> & {
    readonly taken?: string;
    readonly keepsDebits?: true;
  } = {},
): Lane {
  const { status } = lane;
  if (status.state === 'idle' || status.state === 'sending') throw illegal(lane, 'free');
  if (status.claim.instructionId !== instructionId) throw illegal(lane, 'free by another');
  if (!executed && at < status.claim.quarantineUntil) throw illegal(lane, 'free in quarantine');
  const freed = ended(lane, IDLE, at);
  if (!executed && keepsDebits === true) return withoutUnbooked(freed, instructionId);
  if (!executed) return givenBack(freed, status.claim);
  return succeeded(freed, status.claim, at, {
    ...(change === undefined ? {} : { change }),
    ...(taken === undefined ? {} : { executed: taken }),
    ...(destination === undefined ? {} : { destination }),
  });
}

/**
 * Two people concluded everything that no balance has shown: nothing of it is committed any more. `givenBack`: if
 * they say that it was not executed and that it goes back.
 */
export function concludeUnbookedAmounts(
  lane: Lane,
  givenBack: readonly Debit[],
  at: Instant,
): Lane {
  if (lane.status.state !== 'idle') {
    throw illegal(lane, 'conclude what is unbooked');
  }
  const freed: Lane = { ...ended(lane, IDLE, at), booking: concludeUnbooked(lane.booking) };
  return withoutDebits(freed, givenBack);
}

const IDLE: LaneStatus = { state: 'idle' };

function blocked(
  state: 'rejected' | 'unknown' | 'anomaly',
  claim: ClaimRecord,
  since: Instant,
): LaneStatus {
  return { state, claim, since };
}

/** A balance read before this moment may be from before the request: no amount is computed from it. */
function ended(lane: Lane, status: LaneStatus, at: Instant): Lane {
  const concludedAt =
    lane.concludedAt !== undefined && lane.concludedAt > at ? lane.concludedAt : at;
  return { ...next(lane, { status }), concludedAt };
}

function committed(booking: Booking, claim: ClaimRecord): Booking {
  const { instructionId, outgoing, fee, claimedAt } = claim;
  if (outgoing === undefined) return booking;
  const entry = {
    instructionId,
    amount: outgoing,
    at: claimedAt,
    ...(fee === undefined ? {} : { fee }),
  };
  return claimUnbooked(booking, entry, debitsOfEntry(claim, outgoing));
}

function debitsOfEntry(claim: ClaimRecord, claimed: string): EntryDebits | undefined {
  const { debits = [] } = claim;
  return debits.length === 0 ? undefined : { claimed, debits };
}

function succeeded(
  lane: Lane,
  claim: ClaimRecord,
  at: Instant,
  { change, executed, destination }: Pick<Conclusion, 'change' | 'executed' | 'destination'>,
): Lane {
  const corrected = withExecuted(withRest(lane, claim, executed), claim, executed);
  const remembered = change === undefined ? corrected : withFlow(corrected, claim, at, change);
  const ruleId = ruleDebit(claim.debits)?.counter.of;
  if (ruleId === undefined) return remembered;
  const { backoffUntil: _, ...before } = usageOf(remembered, ruleId);
  const usage = withoutFailures(before, destination);
  // Settled late, it may be older than another that is known to have left.
  const lastLeftAt = later(usage.lastLeftAt ?? claim.claimedAt, claim.claimedAt);
  return putUsage(remembered, ruleId, { ...usage, failures: 0, lastLeftAt });
}

/** Later answers are held against it, and an answer that names the place ends the first-payment maximum. */
function withPlace(lane: Lane, { answered, at }: Conclusion): Lane {
  if (answered === undefined) return lane;
  const { accountId, place, destination } = answered;
  const destinations = withAnswer(lane.destinations, accountId, place, destination, at);
  return destinations === lane.destinations || Object.keys(destinations).length === 0
    ? lane
    : { ...lane, destinations };
}

/** A rule's budgets follow what left: the rest of an amount that the service cut is given back. */
function withRest(lane: Lane, { debits }: ClaimRecord, executed: string | undefined): Lane {
  const taken = ruleDebit(debits);
  if (taken === undefined || isTrade(debits) || executed === undefined) return lane;
  const rest = decimalOf(taken.amount).minus(decimalOf(executed));
  if (!rest.greaterThan(0)) return lane;
  return withCounts(lane, voided(lane.counts, [{ ...taken, amount: formatDecimal(rest) }]));
}

function withFlow(lane: Lane, { instructionId }: ClaimRecord, at: Instant, change: string): Lane {
  const recent = [...(lane.recent ?? []), { instructionId, change, at }];
  return { ...lane, recent: recent.slice(-MAX_RECENT_FLOWS) };
}

function withExecuted(
  lane: Lane,
  { instructionId, outgoing }: ClaimRecord,
  executed: string | undefined,
): Lane {
  if (outgoing === undefined || executed === undefined) return lane;
  const booking = correctUnbooked(lane.booking, instructionId, { claimed: outgoing, executed });
  return { ...lane, booking };
}

function givenBack(lane: Lane, { debits = [], firstPayment, instructionId }: ClaimRecord): Lane {
  const left = firstPayment === undefined ? lane : withoutPayment(lane, firstPayment);
  return withoutDebits(withoutUnbooked(left, instructionId), debits);
}

function withoutPayment(lane: Lane, debited: FirstPaymentDebit): Lane {
  return { ...lane, destinations: withoutFirstPayment(lane.destinations, debited) };
}

/** Of debits, those that stand in a lane go back there, with the parts of runs that they are for. */
function withoutDebits(lane: Lane, debits: readonly Debit[]): Lane {
  const own = debitsIn('lane', debits);
  return own
    .filter(({ part }) => part !== undefined)
    .reduce(
      (left, taken) =>
        putUsage(left, taken.counter.of, withPartBack(usageOf(left, taken.counter.of), taken)),
      withCounts(lane, voided(lane.counts, own)),
    );
}

function withoutUnbooked(lane: Lane, instructionId: string): Lane {
  return { ...lane, booking: dropUnbooked(lane.booking, instructionId) };
}

function failed(lane: Lane, claim: ClaimRecord, { at, backoff, failure }: Conclusion): Lane {
  const ruleId = ruleDebit(claim.debits)?.counter.of;
  if (ruleId === undefined) return lane;
  const usage = withFailure(usageOf(lane, ruleId), failure ?? null);
  if (backoff === undefined) return failure == null ? lane : putUsage(lane, ruleId, usage);
  const failures = usage.failures + 1;
  return putUsage(lane, ruleId, {
    ...usage,
    failures,
    backoffUntil: nextBackoff(backoff, failures, at),
  });
}

function next(
  lane: Lane,
  change: Partial<
    Pick<Lane, 'status' | 'open' | 'usage' | 'booking' | 'outflowVersion' | 'destinations'>
  >,
): Lane {
  return { ...lane, ...change, version: lane.version + 1 };
}

/** Once in a transition: the item of the counts is written on condition of the version before. */
function withCounts(lane: Lane, counts: Counts): Lane {
  if (counts === lane.counts) return lane;
  return { ...lane, counts, countsVersion: (lane.countsVersion ?? 0) + 1 };
}

function withUsage(lane: Lane, ruleId: string, usage: Lane['usage'][string]): Lane {
  return putUsage(next(lane, {}), ruleId, usage);
}

function putUsage(lane: Lane, ruleId: string, usage: Lane['usage'][string]): Lane {
  return { ...lane, usage: { ...lane.usage, [ruleId]: usage } };
}

function without(open: Lane['open'], instructionId: string): Lane['open'] {
  return Object.fromEntries(Object.entries(open).filter(([id]) => id !== instructionId));
}

function illegal(lane: Lane, event: string): IllegalTransitionDefect {
  return new IllegalTransitionDefect(`lane ${lane.currency}`, lane.status.state, event);
}
