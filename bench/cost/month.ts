import { ASSUMED, type Assumptions } from './assumptions.ts';
import { FUNCTIONS, type FunctionName, inAll, type TickUnits } from './measure-tick.ts';
import { type FixedPriceName, PRICES, type Price, type PriceName } from './prices.ts';
import { added, type Units } from './units.ts';

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

/** What is billed by what is done. */
export type UsageName = Exclude<PriceName, FixedPriceName>;
export type Amounts = Readonly<Record<UsageName, number>>;

export const DAYS = 30.4;
export const MINUTES_A_DAY = 1_440;
export const GB = 1_024 ** 3;
const SECONDS_OF_A_MONTH = DAYS * MINUTES_A_DAY * 60;
export const FUNCTION_GB = 0.5;

/** Requests at the service in one invocation: balances and prices; balances, the withdrawal, and balances again. */
export const SERVICE_CALLS: Readonly<Record<FunctionName, number>> = {
  'take-snapshot': 2,
  'run-sweeps': 0,
  'send-withdrawal': 3,
  'update-books': 0,
  watchdog: 0,
  'publish-events': 0,
};

/** Functions that no tick invokes by itself. */
const INVOKED_BY_SWEEPS: ReadonlySet<FunctionName> = new Set(['send-withdrawal', 'publish-events']);

/** How often a month has ticks and sweeps. */
function timesOf(
  { tenants, currencies, everyMinutes }: Load,
  { sweepsPerCurrencyPerDay }: Assumptions,
): { readonly ticks: number; readonly sweeps: number } {
  return {
    ticks: (tenants * DAYS * MINUTES_A_DAY) / everyMinutes,
    sweeps: tenants * currencies * DAYS * sweepsPerCurrencyPerDay,
  };
}

/** A month's consumption of everything that has a price. */
export function monthOf(load: Load, tick: TickUnits, assumed: Assumptions = ASSUMED): Amounts {
  const { tenants } = load;
  const { ticks, sweeps } = timesOf(load, assumed);
  const requests = tenants * DAYS * assumed.requestsPerTenantPerDay;
  const told = sweeps * assumed.eventsPerSweep;
  // That of each snapshot comes with the books.
  const events = told + ticks;
  const quiet = inAll(tick.quiet);
  // What is swept came in before.
  const sweep = added(inAll(tick.sweep), inAll(tick.deposit));
  const invokedAtTick = FUNCTIONS.filter((name) => !INVOKED_BY_SWEEPS.has(name));
  const invocations = ticks * invokedAtTick.length + sweeps + told + requests;
  const tickMs = total(
    invokedAtTick.map((name) => durationOf(tick.quiet[name], SERVICE_CALLS[name], assumed)),
  );
  const ms =
    ticks * tickMs +
    sweeps * durationOf(sweep, SERVICE_CALLS['send-withdrawal'], assumed) +
    requests * assumed.requestMs;
  const writes = ticks * quiet.writes + sweeps * sweep.writes;
  const reads = ticks * quiet.reads + sweeps * sweep.reads + requests * assumed.requestReadUnits;
  const infrequentWrites = ticks * quiet.infrequentWrites + sweeps * sweep.infrequentWrites;
  const infrequentReads = ticks * quiet.infrequentReads + sweeps * sweep.infrequentReads;
  const stored = storedGbOf(load, tick, assumed);
  return {
    'lambda-compute': (ms / 1_000) * FUNCTION_GB,
    'lambda-requests': invocations,
    'dynamodb-writes': writes - infrequentWrites,
    'dynamodb-reads': reads - infrequentReads,
    'dynamodb-storage': stored.all - stored.snapshots,
    'infrequent-writes': infrequentWrites,
    'infrequent-reads': infrequentReads,
    'infrequent-storage': stored.snapshots,
    'dynamodb-recovery': stored.all,
    scheduler: ticks * 2,
    'event-bus': events,
    'api-requests': requests,
    logs:
      (invocations * assumed.logBytesPerInvocation +
        ticks * assumed.logBytesPerTick +
        sweeps * assumed.logBytesPerSweep) /
      GB,
    // Each snapshot is sealed.
    'key-requests': assumed.keyRequestsPerMonth + ticks,
  };
}

interface StoredGb {
  readonly all: number;
  /** Of these, in the ledger and the series, of which there are monthly copies. */
  readonly records: number;
  /** In the table of snapshots, which is of infrequent access. */
  readonly snapshots: number;
}

/** What a month adds stands for as long as it is kept: snapshots and runs expire after that. */
export function storedGbOf(load: Load, tick: TickUnits, assumed: Assumptions = ASSUMED): StoredGb {
  const { ticks, sweeps } = timesOf(load, assumed);
  const added = ticks * tick.quietBytes + sweeps * tick.sweepBytes;
  const records = ticks * tick.quietRecordBytes + sweeps * tick.sweepRecordBytes;
  const feed = ticks * tick.quietFeedBytes + sweeps * tick.sweepFeedBytes;
  return {
    all: (added * assumed.retentionMonths + feed) / GB,
    records: (records * assumed.retentionMonths) / GB,
    snapshots: ((added - records) * assumed.retentionMonths) / GB,
  };
}

/** Write requests of a month that a trail records, of the tables that it is told to. */
export function recordedOf(load: Load, tick: TickUnits, assumed: Assumptions = ASSUMED): number {
  const { ticks, sweeps } = timesOf(load, assumed);
  const sweep = added(inAll(tick.sweep), inAll(tick.deposit));
  return ticks * inAll(tick.quiet).recorded + sweeps * sweep.recorded;
}

/** Traces that X-Ray keeps, where functions are traced: ticks fall in seconds of their own. */
export function tracesOf(invocations: number, { tracedShare }: Assumptions = ASSUMED): number {
  const alone = Math.min(invocations, SECONDS_OF_A_MONTH);
  return alone + (invocations - alone) * tracedShare;
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

/** A month's price of what is done, without what stands there. */
export function usageUsdOf(amounts: Amounts): number {
  const names = Object.keys(amounts) as UsageName[];
  return total(names.map((name) => usdOf(name, amounts[name])));
}
