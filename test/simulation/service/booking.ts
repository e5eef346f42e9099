import type { FaultProfile } from '../fault-profile.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When and how the balances of a world show what was executed. The books change at once, always. */
export interface BookingManner {
  /** For the trace and the coverage. */
  readonly name: BookingName;
  /** From the execution until the available balance shows all of it. */
  readonly delayMs: number;
  /** Equal parts that it shows in. */
  readonly steps: number;
  /** The total shows each part so much later. */
  readonly totalLagMs: number;
  /** How far the replica is behind that answers half of the readings; 0: there is none. */
  readonly replicaLagMs: number;
  /** Whether the replica shows deposits at once all the same. */
  readonly replicaShowsDeposits: boolean;
  /** How likely it is that a deposit of the very amount comes with a booking. */
  readonly hidden: number;
  /** Thousandths of a withdrawal that are taken on top. */
  readonly feePerMille: bigint;
}

export const BOOKING_NAMES = [
  'booked at once',
  'booked seconds later',
  'booked minutes later',
  'booked hours or days later',
  'booked in several steps',
  'booked in the available balance first',
  'a replica that is behind',
  'a replica that is behind and shows newer deposits',
  'bookings hidden by deposits',
  'a fee on top',
] as const;
export type BookingName = (typeof BOOKING_NAMES)[number];

export const AT_ONCE: BookingManner = {
  name: 'booked at once',
  delayMs: 0,
  steps: 1,
  totalLagMs: 0,
  replicaLagMs: 0,
  replicaShowsDeposits: false,
  hidden: 0,
  feePerMille: 0n,
};

/** The highest fee in any world; the controls know of it where there are fees. */
export const MAX_FEE_PERCENT = '0.5';
const MAX_FEE_PER_MILLE = 5;

/** Latest that a booking may be in the worlds: within the bound that the controls hold by default. */
const MAX_DELAY_MS = 60 * HOUR_MS;

export function drawBooking(
  random: Random,
  { liar, automaticSettlement }: Pick<FaultProfile, 'liar' | 'automaticSettlement'>,
): BookingManner {
  // A service that lies with its 4xx and books later than its quarantine hides what it did for good: that it does
  // not is one of the assumptions.
  if (liar) return AT_ONCE;
  const name = random.pick(BOOKING_NAMES);
  const late = { ...AT_ONCE, name, delayMs: drawDelay(random) };
  switch (name) {
    case 'booked at once':
      return AT_ONCE;
    case 'booked seconds later':
      return { ...late, delayMs: random.between(1, 60) * SECOND_MS };
    case 'booked minutes later':
      return { ...late, delayMs: random.between(1, 30) * MINUTE_MS };
    case 'booked hours or days later':
      return { ...late, delayMs: random.between(1 * HOUR_MS, MAX_DELAY_MS) };
    case 'booked in several steps':
      return { ...late, steps: random.between(2, 5) };
    case 'booked in the available balance first':
      return { ...late, totalLagMs: random.between(1, 600) * SECOND_MS };
    case 'a replica that is behind':
      return {
        ...late,
        delayMs: drawSometimes(random, late.delayMs),
        replicaLagMs: drawReplicaLag(random),
      };
    case 'a replica that is behind and shows newer deposits':
      return {
        ...late,
        delayMs: drawSometimes(random, late.delayMs),
        replicaLagMs: drawReplicaLag(random),
        replicaShowsDeposits: true,
      };
    case 'bookings hidden by deposits': {
      const hidden = random.pick([0.5, 1]);
      // Where evidence settles by itself, no deposit of the very amount comes with the booking: an assumption.
      return { ...late, hidden: automaticSettlement ? 0 : hidden };
    }
    case 'a fee on top':
      return { ...late, feePerMille: BigInt(random.between(1, MAX_FEE_PER_MILLE)) };
    default:
      return name satisfies never;
  }
}

function drawSometimes(random: Random, ms: number): number {
  return random.chance(0.5) ? ms : 0;
}

/** A minute less than a rise is in doubt (RISE_DOUBT_SECONDS of the treasury). */
const MAX_REPLICA_LAG_SECONDS = 840;

/**
 * Replicas agree within the time for which a rise that no booking explains is not believed: one that is further behind,
 * and shows a newer deposit all the same, looks like that deposit (an assumption).
 */
function drawReplicaLag(random: Random): number {
  return random.between(1, MAX_REPLICA_LAG_SECONDS) * SECOND_MS;
}

function drawDelay(random: Random): number {
  const kind = random.weighted({ seconds: 3, minutes: 3, hours: 1 });
  const unit = { seconds: SECOND_MS, minutes: MINUTE_MS, hours: HOUR_MS }[kind];
  return random.between(1, kind === 'hours' ? 48 : 45) * unit;
}

/** Something that the balances show later than it happened. */
interface Part {
  readonly currency: string;
  /** What the books changed by. */
  readonly units: bigint;
  readonly availableFromMs: number;
  readonly totalFromMs: number;
}

/** What of the books is not shown yet. */
export class Bookings {
  readonly manner: BookingManner;
  readonly #scheduler: Scheduler;
  #parts: Part[] = [];

  constructor(manner: BookingManner, scheduler: Scheduler) {
    this.manner = manner;
    this.#scheduler = scheduler;
  }

  /** The books changed by what a request executed. */
  executed(currency: string, units: bigint): void {
    const { delayMs, steps, totalLagMs } = this.manner;
    const share = units / BigInt(steps);
    for (let step = 1; step <= steps; step++) {
      const availableFromMs = this.#scheduler.nowMs + Math.round((delayMs * step) / steps);
      const last = step === steps;
      this.#note({
        currency,
        units: last ? units - share * BigInt(steps - 1) : share,
        availableFromMs,
        totalFromMs: availableFromMs + totalLagMs,
      });
    }
  }

  /** The books changed by other hands: shown at once, but for a replica that is behind in everything. */
  moved(currency: string, units: bigint): void {
    if (this.manner.replicaShowsDeposits) return;
    const now = this.#scheduler.nowMs;
    this.#note({ currency, units, availableFromMs: now, totalFromMs: now });
  }

  /** What left and is not booked everywhere, for people who look in the service's records. */
  outgoing(currency: string): bigint {
    const seenMs = this.#scheduler.nowMs - this.manner.replicaLagMs;
    return this.#parts
      .filter((part) => part.currency === currency && part.units < 0n && part.totalFromMs > seenMs)
      .reduce((sum, { units }) => sum - units, 0n);
  }

  /** What the books hold and a reading does not show, per currency and figure: to be taken off the books. */
  notShown(behind: boolean): ReadonlyMap<string, { available: bigint; total: bigint }> {
    const seenMs = this.#scheduler.nowMs - (behind ? this.manner.replicaLagMs : 0);
    const hidden = new Map<string, { available: bigint; total: bigint }>();
    for (const { currency, units, availableFromMs, totalFromMs } of this.#parts) {
      const sums = hidden.get(currency) ?? { available: 0n, total: 0n };
      if (availableFromMs > seenMs) sums.available += units;
      if (totalFromMs > seenMs) sums.total += units;
      hidden.set(currency, sums);
    }
    return hidden;
  }

  #note(part: Part): void {
    const { nowMs } = this.#scheduler;
    const { replicaLagMs } = this.manner;
    if (part.totalFromMs + replicaLagMs <= nowMs) return;
    this.#parts = this.#parts.filter(({ totalFromMs }) => totalFromMs + replicaLagMs > nowMs);
    this.#parts.push(part);
  }
}

/** For the trace: an amount of a fee is no JSON. */
export function describeBooking({ feePerMille, ...manner }: BookingManner): string {
  return JSON.stringify({ ...manner, feePerMille: Number(feePerMille) });
}
