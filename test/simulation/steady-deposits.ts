import { overdueOf } from '../../treasury/booking/booking.ts';
import { DEFAULT_BOOKING_BOUND_SECONDS } from '../../treasury/booking/booking-terms.ts';
import { sendWithdrawal } from '../../treasury/outgoing/kinds/withdrawal.ts';
import { sealedReading } from '../../treasury/snapshots/reading-seals.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import { ACCOUNT, controls, rule } from '../samples/policy.ts';
import { policyWrites } from '../samples/policy-writes.ts';
import { readingSeals } from '../seals/hmac-seals.ts';
import { sealedChanges } from '../seals/sealed-changes.ts';
import { Random } from './random.ts';
import { REPORTING_CURRENCY } from './reporting-currency.ts';
import { Scheduler } from './scheduler.ts';
import { AT_ONCE } from './service/booking.ts';
import { SimulatedService } from './service/service.ts';
import { readBalances, snapshotOf, steadyPorts } from './steady-ports.ts';
import { SimulatedTable } from './table.ts';
import { unitsOf } from './units.ts';
import { TENANT } from './world.ts';

/*
 * The worst there is for a lane that waits for falls: deposits without end, each larger than a sweep, so that most
 * bookings are hidden by one. Through the use cases, in virtual time, without any other fault.
 */

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const START_MS = Date.parse('2026-03-01T00:00:00.000Z');
export const CURRENCY = 'BTC';
const OPENING = '5';

export interface SteadyDeposits {
  readonly days: number;
  readonly minutesBetweenTicks: number;
  readonly bookingDelayMs: number;
  readonly seed: number;
}

/** All in units, by the service's own books. */
export interface SweptUnderDeposits {
  readonly deposited: bigint;
  readonly swept: bigint;
  readonly sweeps: number;
  /** The least that stayed right after a sweep. */
  readonly lowest: bigint;
  /** Most that stood above `keep`, day by day. */
  readonly unswept: readonly bigint[];
  /** Times that two people concluded what was overdue. */
  readonly concluded: number;
}

/** `maximum` is less than any deposit: each sweep is smaller than what arrives meanwhile. */
export const RULE = rule({
  id: 'surplus',
  currency: CURRENCY,
  threshold: '2',
  keep: '1',
  minimum: '0.01',
  step: '0.01',
  maximum: '1',
  backoff: { firstSeconds: 1, maximumSeconds: 1 },
  priority: 1,
  version: 1,
  activeSince: instantOf(START_MS),
});

/** Minutes between two deposits per minute between two ticks: sweeps could take more than what comes. */
const TICKS_PER_DEPOSIT = 2;

export async function sweepUnderDeposits(options: SteadyDeposits): Promise<SweptUnderDeposits> {
  const { days, minutesBetweenTicks, bookingDelayMs, seed } = options;
  const random = new Random(seed);
  const scheduler = new Scheduler(START_MS);
  const manner = { ...AT_ONCE, delayMs: bookingDelayMs };
  const swept = { units: 0n, times: 0, lowest: unitsOf(OPENING) };
  const service = new SimulatedService(scheduler, random, manner, {
    received: () => {},
    executed: ({ request }) => {
      const left = service.balances.get(CURRENCY) ?? 0n;
      swept.units += unitsOf(request.amount);
      swept.times += 1;
      if (left < swept.lowest) swept.lowest = left;
    },
  });
  const table = openTable(service);
  const ports = steadyPorts(scheduler, service, table);
  const tickMs = minutesBetweenTicks * MINUTE_MS;
  const ticksPerDay = DAY_MINUTES / minutesBetweenTicks;
  const unswept: bigint[] = [];
  let concluded = 0;
  for (let tick = 0; tick < days * ticksPerDay; tick++) {
    await scheduler.runUntil(START_MS + tick * tickMs, () => true);
    if (tick % TICKS_PER_DEPOSIT === 0) depositSoon(scheduler, random, service, tickMs);
    if (concludeOverdue(scheduler, service, table)) concluded += 1;
    const read = snapshotOf(readBalances(scheduler, service), scheduler.nowMs);
    const snapshot = await sealedReading(readingSeals, read);
    await ports.pass(500);
    const proving = { ...ports, reader: readingSeals };
    const { proposed } = await runSweeps(proving, snapshot);
    for (const { id } of proposed)
      await sendWithdrawal({ ...proving, snapshots: { latest: async () => snapshot } }, TENANT, id);
    const day = Math.floor(tick / ticksPerDay);
    const above = (service.balances.get(CURRENCY) ?? 0n) - unitsOf(RULE.keep);
    unswept[day] = above > (unswept[day] ?? 0n) ? above : (unswept[day] ?? 0n);
  }
  const deposited = service.movements.reduce((sum, { units }) => sum + units, 0n);
  const { units, times: sweeps, lowest } = swept;
  return { deposited, swept: units, sweeps, lowest, unswept, concluded };
}

function openTable(service: SimulatedService): SimulatedTable {
  const table = new SimulatedTable('table-1');
  const account = { ...ACCOUNT, currency: CURRENCY };
  service.accounts.set(account.id, account);
  service.open(CURRENCY, unitsOf(OPENING));
  const changes = policyWrites(table.epoch, {
    accounts: [account],
    rules: [RULE],
    currencies: [CURRENCY],
    controls: controls({ reportingCurrency: REPORTING_CURRENCY, approvalExpirySeconds: 600 }),
  });
  const sealed = sealedChanges({ tenant: TENANT, epoch: table.epoch }, changes);
  if (!table.commit(sealed).ok) throw new Error('the first policy was refused');
  return table;
}

/** A deposit larger than any sweep, at any moment until the next one; never a round number. */
function depositSoon(
  scheduler: Scheduler,
  random: Random,
  service: SimulatedService,
  tickMs: number,
): void {
  const units = unitsOf('1.2') + BigInt(random.between(1, 50_000_000));
  scheduler.after(random.between(0, TICKS_PER_DEPOSIT * tickMs - 1), () =>
    service.move(CURRENCY, units),
  );
}

/** Two people conclude what is past the bound, when the service's records show that everything is booked. */
function concludeOverdue(
  scheduler: Scheduler,
  service: SimulatedService,
  table: SimulatedTable,
): boolean {
  const lane = table.lane(CURRENCY);
  if (lane?.booking === undefined || lane.status.state !== 'idle') return false;
  const claimedBefore = plusSeconds(instantOf(scheduler.nowMs), -DEFAULT_BOOKING_BOUND_SECONDS);
  if (overdueOf(lane.booking, claimedBefore) === null) return false;
  const hidden = service.bookings.notShown(false).get(CURRENCY);
  if (hidden !== undefined && (hidden.available !== 0n || hidden.total !== 0n)) return false;
  const after = {
    ...lane,
    // What the claims debited stays until the next claim: the lane's seal is over it.
    booking: { ...lane.booking, entries: [], doubts: [] },
    version: lane.version + 1,
  };
  return table.commit([{ kind: 'replace-lane', lane: after, from: 'idle' }]).ok;
}
