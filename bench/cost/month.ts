import { ASSUMED, type Assumptions } from './assumptions.ts';
import type { TickUnits } from './measure-tick.ts';
import { PRICES, type Price, type PriceName } from './prices.ts';
import type { Units } from './units.ts';

/** A deployment, as far as it costs. */
export interface Load {
  readonly tenants: number;
  readonly currencies: number;
  readonly everyMinutes: number;
}

/** The three sizes that are worked out: a small firm, a large one, and an operator of many. */
export const LOADS: readonly Load[] = [
  { tenants: 1, currencies: 10, everyMinutes: 15 },
  { tenants: 1, currencies: 50, everyMinutes: 5 },
  { tenants: 100, currencies: 50, everyMinutes: 1 },
];

export type Amounts = Readonly<Record<PriceName, number>>;

const DAYS = 30.4;
const MINUTES_A_DAY = 1_440;
const GB = 1_024 ** 3;
const FUNCTION_GB = 0.5;
/** Bytes of a write unit at most; what is stored is taken to fill it by half. */
const STORED_PER_WRITE_UNIT = 512;

/** A month's consumption of everything that has a price. */
export function monthOf(
  { tenants, currencies, everyMinutes }: Load,
  tick: TickUnits,
  assumed: Assumptions = ASSUMED,
): Amounts {
  const ticks = (tenants * DAYS * MINUTES_A_DAY) / everyMinutes;
  const sweeps = tenants * currencies * DAYS * assumed.sweepsPerCurrencyPerDay;
  const requests = tenants * DAYS * assumed.requestsPerTenantPerDay;
  const events = sweeps * assumed.eventsPerSweep;
  const perTick: readonly (readonly [Units, number])[] = [
    [tick.takeSnapshot, 2],
    [tick.runSweeps, 0],
    [tick.updateBooks, 0],
    [tick.watchdog, 0],
  ];
  const invocations = ticks * perTick.length + sweeps + events + requests;
  const ms =
    ticks * total(perTick.map(([units, service]) => durationOf(units, service, assumed))) +
    sweeps * durationOf(tick.sendWithdrawal, 2, assumed) +
    events * assumed.requestMs +
    requests * assumed.requestMs;
  const writes =
    ticks * total(perTick.map(([units]) => units.writes)) + sweeps * tick.sendWithdrawal.writes;
  const reads =
    ticks * total(perTick.map(([units]) => units.reads)) +
    sweeps * tick.sendWithdrawal.reads +
    requests * assumed.requestReadUnits;
  // Snapshots expire; what they and the decisions take in a month stands for as long as it is kept.
  const storedGb = (writes * STORED_PER_WRITE_UNIT * assumed.retentionMonths) / GB;
  return {
    'lambda-compute': (ms / 1_000) * FUNCTION_GB,
    'lambda-requests': invocations,
    'dynamodb-writes': writes,
    'dynamodb-reads': reads,
    'dynamodb-storage': storedGb,
    'dynamodb-recovery': storedGb,
    scheduler: ticks * 2,
    'event-bus': events,
    'api-requests': requests,
    logs: (invocations * assumed.logBytesPerInvocation) / GB,
    secrets: assumed.secretsPerStage + tenants,
    keys: 1,
    'key-requests': assumed.keyRequestsPerMonth,
    traces: invocations * assumed.tracedShare,
  };
}

/** Billed milliseconds of an invocation: its calls one after the other, and what it computes. */
export function durationOf(
  { calls, processorMs }: Units,
  serviceCalls: number,
  assumed: Assumptions = ASSUMED,
): number {
  return (
    calls * assumed.databaseCallMs +
    serviceCalls * assumed.serviceCallMs +
    processorMs * assumed.processorFactor
  );
}

/** The price of a quantity. */
export function usdOf(
  name: PriceName,
  amount: number,
  prices: Readonly<Record<PriceName, Pick<Price, 'usd' | 'per'>>> = PRICES,
): number {
  const { usd, per } = prices[name];
  return (amount / per) * usd;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
