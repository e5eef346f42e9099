import {
  type CountsRead,
  countsOf,
  type SharedCounts,
  UNREADABLE_COUNTS,
} from '../counters/shared-counts.ts';
import { sayCountsUnreadable } from '../facts/sentences/say/no-price.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import { isUnreadable, type Lane } from '../instructions/lane.ts';

/*
 * A lane is armed in one table. A backup is restored into another table, so all its lanes block: the ledger cannot
 * know what was sent after the backup was taken. Two people who have compared it with the records of the service arm
 * it again, here.
 */

/**
 * Lanes armed by one word of two people: a full one takes 140 kB of its transaction, of 4 MiB. Further lanes are armed by saying
 * it again.
 */
export const MAX_ARMED_AT_ONCE = 29;

/** Characters of the digest that says which lanes were seen. */
export const REARMING_DIGEST_CHARACTERS = 16;

/** A currency that cannot be armed yet, and the obstacle. */
export interface NotYetRearmable {
  readonly currency: string;
  readonly why: string;
}

/** What left to an account with limits, by a ledger that has forgotten what left after its backup. */
export interface PaidForEver {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
}

/**
 * What no time makes right: a window of hours or days forgets what the backup does not have, a total for ever lacks it until
 * people lower the limit by it.
 */
export function paidForEver(usage: SharedCounts | null): readonly PaidForEver[] {
  return countsOf(usage).flatMap(
    ({ counter: { kind, of: accountId, unit: currency }, ever = {} }) =>
      kind === 'account'
        ? Object.values(ever).map((amount) => ({ accountId, currency, amount }))
        : [],
  );
}

/**
 * Null if what left for ever can be seen. While it cannot be read no person can have compared it, so nothing is
 * armed.
 */
export function refuseUnreadable(usage: CountsRead): string | null {
  return usage === UNREADABLE_COUNTS ? sayCountsUnreadable('outflow-usage') : null;
}

/** The state of a restored ledger. */
export interface RearmingView {
  /** Currencies that were armed in another table and that nothing blocks. */
  readonly rearmable: readonly string[];
  readonly notYet: readonly NotYetRearmable[];
  /** The agreeing person repeats it: it says that they saw these lanes, in this state. */
  readonly digest: string;
}

/** Idle lanes of another table, in which nothing waits: they alone can be armed. */
export function rearmableLanes(lanes: readonly Lane[], epoch: string): readonly Lane[] {
  return lanes
    .filter((lane) => lane.epoch !== epoch && whyNotYet(lane) === null)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .slice(0, MAX_ARMED_AT_ONCE);
}

export function rearmingView(lanes: readonly Lane[], epoch: string): RearmingView {
  const rearmable = rearmableLanes(lanes, epoch);
  const seen = rearmable.flatMap((lane) => [lane.currency, lane.epoch, String(lane.version)]);
  return {
    rearmable: rearmable.map(({ currency }) => currency),
    notYet: lanes
      .filter((lane) => lane.epoch !== epoch)
      .flatMap((lane) => {
        const why = whyNotYet(lane);
        return why === null ? [] : [{ currency: lane.currency, why }];
      }),
    digest: fingerprintOf([epoch, ...seen]).slice(0, REARMING_DIGEST_CHARACTERS),
  };
}

/**
 * A blocked lane stays blocked: people settle a request that was under way when the backup was taken, and no balance
 * frees it, since this ledger has forgotten what else was sent. A waiting instruction may have been sent after the
 * backup: it is closed, and requested again.
 */
function whyNotYet(lane: Lane): string | null {
  const { status, open, currency } = lane;
  if (isUnreadable(lane)) return sayNotSent({ code: 'lane-unreadable', currency });
  if (status.state !== 'idle') {
    const { instructionId } = status.claim;
    return `${instructionId} holds it (${status.state}): two people settle it first`;
  }
  const waiting = Object.keys(open);
  if (waiting.length === 0) return null;
  return `${waiting.join(', ')} may have been sent after the backup: cancel or decline it first, or wait until the watchdog has`;
}
