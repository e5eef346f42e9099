import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { createFlows } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { createSpanStore } from '../../adapters/store/spans.ts';
import { exampleEvents } from '../../api/events/event-examples.ts';
import { appendEvents } from '../../treasury/events/append-events.ts';
import type { StoredEvent } from '../../treasury/events/event-batch.ts';
import { sendWithdrawal } from '../../treasury/outgoing/kinds/withdrawal.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import { seeded } from '../seeded.ts';
import { ASSUMED } from './assumptions.ts';
import { benchCurrencies, SEALS, writePolicy } from './bench-policy.ts';
import { benchService } from './bench-service.ts';
import { type ItemSize, itemSizes } from './item-sizes.ts';
import { measureDaysEnd } from './measure-day.ts';
import { measureReads, type ReadUnits } from './measure-reads.ts';
import { storedBytes } from './stored-bytes.ts';
import type { CostTables } from './tables.ts';
import { added, type Counted, minus, NO_UNITS, perOne, type Units } from './units.ts';

/** The functions that follow from a tick, in their order. */
export const FUNCTIONS = [
  'take-snapshot',
  'run-sweeps',
  'send-withdrawal',
  'update-books',
  'watchdog',
  'publish-events',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];
export type UnitsByFunction = Readonly<Record<FunctionName, Units>>;

/** The consumption of one tick of one tenant, function by function, and the addition of one sweep. */
export interface TickUnits {
  readonly currencies: number;
  /** On average, of a tick in which no money moves. */
  readonly quiet: UnitsByFunction;
  /** What money that comes in adds, before any rule sweeps it. */
  readonly deposit: UnitsByFunction;
  /** What a sweep adds beyond the deposit, from the tick that decides it until it is booked. */
  readonly sweep: UnitsByFunction;
  /** Bytes that stay in the tables: after a quiet tick, and after a sweep with its deposit. */
  readonly quietBytes: number;
  readonly sweepBytes: number;
  /** Of these, in the ledger and the series, of which there are monthly copies. */
  readonly quietRecordBytes: number;
  readonly sweepRecordBytes: number;
  /** The same in the feed of events, where they stay for a month. */
  readonly quietFeedBytes: number;
  readonly sweepFeedBytes: number;
  readonly reads: ReadUnits;
  /** What single things take that these ticks leave. */
  readonly sizes: readonly ItemSize[];
}

const FROM: Instant = '2026-01-05T08:00:00.000Z';
/** Hours of ticks that are measured: what comes once an hour is in it, and of what comes once a day its share. */
const HOURS = 2;
const EXAMPLES = exampleEvents();
/** The seed of balances, rules and prices: both tenants see the same. */
const SEED = 20_260_105;
/** Balances after a deposit: below every threshold, and far above. */
const STAYING_BALANCE = 79.48213957;
const SWEPT_BALANCE = 312.48213957;

/**
 * Whole ticks of tenants that differ in one deposit and in one sweep, with so many currencies and one rule each, by the engine's own
 * count. What one of them consumes beyond the other is the sweep, with all that it leaves behind.
 */
export async function measureTick(
  tables: CostTables,
  counted: Counted,
  currencies: number,
  everyMinutes: number,
): Promise<TickUnits> {
  const ticks = Math.ceil((HOURS * 60) / everyMinutes);
  const run = { tables, counted, currencies, everyMinutes, ticks };
  const tenant = (kind: string) => `${kind}-${currencies}-${everyMinutes}`;
  const quiet = await measureTenant({ ...run, tenant: tenant('quiet'), deposit: null });
  // A quarter into the second hour: as most ticks, it neither opens an hour nor has the occurrences of schedules.
  const at = Math.floor((ticks * 5) / 8);
  const paid = { tick: at, balance: STAYING_BALANCE, sweeps: 0 };
  const given = await measureTenant({ ...run, tenant: tenant('given'), deposit: paid });
  const above = { tick: at, balance: SWEPT_BALANCE, sweeps: 1 };
  const swept = await measureTenant({ ...run, tenant: tenant('swept'), deposit: above });
  const daysEnd = await measureDaysEnd(tables, counted, currencies, everyMinutes);
  const perTick = mapUnits((name) => perOne(quiet.units[name], ticks));
  return {
    currencies,
    quiet: { ...perTick, 'update-books': added(perTick['update-books'], daysEnd.units) },
    deposit: mapUnits((name) => minus(given.units[name], quiet.units[name])),
    sweep: mapUnits((name) => minus(swept.units[name], given.units[name])),
    quietBytes: quiet.bytes / ticks + daysEnd.bytes,
    sweepBytes: swept.bytes - quiet.bytes,
    quietRecordBytes: quiet.recordBytes / ticks + daysEnd.bytes,
    sweepRecordBytes: swept.recordBytes - quiet.recordBytes,
    quietFeedBytes: quiet.feedBytes / ticks,
    sweepFeedBytes: swept.feedBytes - quiet.feedBytes,
    sizes: await itemSizes(tables, swept.tenant),
    reads: await measureReads(tables, counted, quiet),
  };
}

interface TenantRun {
  readonly tables: CostTables;
  readonly counted: Counted;
  readonly tenant: string;
  readonly currencies: number;
  readonly everyMinutes: number;
  readonly ticks: number;
  /** The tick at which the balance of the first currency rises, and to what; null if none does. */
  readonly deposit: {
    readonly tick: number;
    readonly balance: number;
    /** Sweeps that follow from it. */
    readonly sweeps: number;
  } | null;
}

interface MeasuredTenant {
  readonly tenant: string;
  readonly units: UnitsByFunction;
  readonly bytes: number;
  readonly recordBytes: number;
  readonly feedBytes: number;
  /** The rule of the swept currency. */
  readonly rule: string;
  /** The last one measured. */
  readonly tick: Instant;
}

async function measureTenant(run: TenantRun): Promise<MeasuredTenant> {
  const { tables, counted, tenant, everyMinutes, ticks, deposit } = run;
  const random = seeded(SEED);
  const currencies = benchCurrencies(run.currencies, random);
  await writePolicy(tables, tenant, currencies, FROM, seeded(SEED));
  const balances = new Map(currencies.map(({ name, balance }) => [name, balance]));
  let now = FROM;
  const ports = portsOf(
    tables,
    benchService(balances, random, () => now),
    () => now,
  );
  const feeding = { feed: createEventFeed(tables.eventsTable), now: () => now };
  const records = [tables.ledgerTable, tables.seriesTable];
  const stored = [tables.snapshotsTable, ...records];
  let before = 0;
  let recordsBefore = 0;
  const sums: Record<FunctionName, Units> = { ...mapUnits(() => NO_UNITS) };
  const measure = async <T>(name: FunctionName, work: () => Promise<T>): Promise<T> => {
    const { value, ...units } = await counted(work);
    sums[name] = added(sums[name], units);
    return value;
  };
  // What only the first tick of a new policy has, such as occurrences before it, is not measured.
  for (let index = -1; index < ticks; index++) {
    if (index === 0) {
      before = await storedBytes(stored, tenant);
      recordsBefore = await storedBytes(records, tenant);
      Object.assign(
        sums,
        mapUnits(() => NO_UNITS),
      );
    }
    now = plusSeconds(FROM, index * everyMinutes * 60);
    const isPaid = index === deposit?.tick;
    if (isPaid) balances.set(currencies[0]?.name ?? '', deposit.balance);
    const tick = { tenant, scheduledFor: now, reportingCurrency: 'USD' };
    const taken = await measure('take-snapshot', () => takeSnapshot(ports, tick));
    if (taken.result !== 'recorded' || taken.snapshot.kind !== 'taken') {
      throw new Error('no snapshot was taken');
    }
    const { snapshot } = taken;
    const { proposed } = await measure('run-sweeps', async () => {
      const run = await runSweeps(ports, snapshot);
      const { decisions, rules } = run;
      await recordSpans(ports.spans, { tenant, tick: tick.scheduledFor, decisions, rules });
      return run;
    });
    if (proposed.length !== (isPaid ? deposit.sweeps : 0)) {
      throw new Error(`${proposed.length} sweeps at tick ${index}`);
    }
    for (const { id } of proposed) {
      const sent = await measure('send-withdrawal', () => sendWithdrawal(ports, tenant, id));
      if (sent.result !== 'concluded') throw new Error(`not sent: ${JSON.stringify(sent)}`);
      // Each state of a sweep comes with a delivery of its own.
      for (const event of sweepEvents(tenant, id)) {
        await measure('publish-events', () => appendEvents(feeding, addedTo(tenant, event, now)));
      }
    }
    await measure('update-books', async () => {
      await appendEvents(feeding, addedTo(tenant, tickEvent(tenant, now), now));
      await reconcile(ports, { tenant, scheduledFor: tick.scheduledFor }, {});
      await updateSeries(ports, tenant, tick.scheduledFor);
    });
    await measure('watchdog', () => watch(ports, tenant));
  }
  const bytes = (await storedBytes(stored, tenant)) - before;
  const recordBytes = (await storedBytes(records, tenant)) - recordsBefore;
  const feedBytes = await storedBytes([tables.eventsTable], tenant);
  return {
    tenant,
    units: sums,
    bytes,
    recordBytes,
    feedBytes,
    rule: currencies[0]?.rule.id ?? '',
    tick: now,
  };
}

/** What the functions of a tick work with: the store on these tables, and this service. */
export function portsOf(
  { ledgerTable, snapshotsTable, seriesTable }: CostTables,
  service: ReturnType<typeof benchService>,
  now: () => Instant,
) {
  const retention = ASSUMED.retentionMonths;
  return {
    now,
    nonce: () => crypto.randomUUID(),
    readings: createReadings(snapshotsTable),
    flows: createFlows(ledgerTable),
    ledger: createLedger(ledgerTable, { table: snapshotsTable, retention }),
    spans: createSpanStore({ ledger: ledgerTable, snapshots: snapshotsTable }),
    seals: SEALS,
    readingSealer: SEALS,
    // Asked only where a lane is freed.
    reader: { verify: SEALS.verify, ask: () => Promise.reject(new Error('no lane is freed here')) },
    snapshots: createSnapshots(snapshotsTable, retention),
    series: createSeries(seriesTable),
    service,
    deliver: async () => undefined,
    pause: async () => undefined,
  };
}

/** The events of a tick and of a sweep, as long as real ones. */
export function tickEvent(tenant: string, at: Instant): StoredEvent {
  return eventLike('com.sluice.snapshot.taken', `${tenant}/snapshot/${at}`, tenant);
}

function sweepEvents(tenant: string, id: string): readonly StoredEvent[] {
  return ['approved', 'sending', 'confirmed'].map((state, index) =>
    eventLike(`com.sluice.withdrawal.${state}`, `${tenant}/instruction/${id}/${index + 1}`, tenant),
  );
}

function eventLike(type: string, id: string, tenant: string): StoredEvent {
  const example = [...EXAMPLES.values()].find((each) => each.type === type);
  if (example === undefined) throw new Error(`there is no example of ${type}`);
  const { type: _, ...rest } = { ...example, id, tenant };
  return { type, ...rest };
}

export function addedTo(tenant: string, event: StoredEvent, since: Instant) {
  return { tenant, events: [event], since };
}

function mapUnits(unitsFor: (name: FunctionName) => Units): UnitsByFunction {
  return {
    'take-snapshot': unitsFor('take-snapshot'),
    'run-sweeps': unitsFor('run-sweeps'),
    'send-withdrawal': unitsFor('send-withdrawal'),
    'update-books': unitsFor('update-books'),
    watchdog: unitsFor('watchdog'),
    'publish-events': unitsFor('publish-events'),
  };
}

/** Of all functions together. */
export function inAll(units: UnitsByFunction): Units {
  return FUNCTIONS.reduce((sum, name) => added(sum, units[name]), NO_UNITS);
}
