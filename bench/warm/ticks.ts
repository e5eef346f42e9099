import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { appendEvents } from '../../treasury/events/append-events.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import { benchCurrencies, writePolicy } from '../cost/bench-policy.ts';
import { benchService } from '../cost/bench-service.ts';
import { addedTo, portsOf, tickEvent } from '../cost/measure-tick.ts';
import { type CostTables, openTables } from '../cost/tables.ts';
import { sayRunning } from '../report/running.ts';
import { median } from '../report/statistics.ts';
import { left, right, type Table } from '../report/table.ts';
import { seeded } from '../seeded.ts';

/** Tenants whose ticks fall at once, and currencies of each. */
const TENANTS = 60;
const CURRENCIES: readonly number[] = [10, 50];
/** What this machine is to manage. */
const TICKS_A_SECOND = 60;
const FROM: Instant = '2026-01-05T08:00:00.000Z';
const EVERY_SECONDS = 300;
/** Rounds that the median is taken of, whatever is asked for: each is sixty ticks; and rounds before, until all is compiled. */
const MOST_ROUNDS = 5;
const WARM_ROUNDS = 1;
/** What a run leaves to the collector and to the engine is done before the next one begins. */
const PAUSE_MS = 50;

const STEPS = ['take-snapshot', 'run-sweeps', 'update-books', 'watchdog'] as const;
type Step = (typeof STEPS)[number];

/** Whole quiet ticks of many tenants at once: how many a second, and what each takes of a processor. */
export async function ticksAtOnce(runs: number): Promise<readonly Table[]> {
  const measured: MeasuredTicks[] = [];
  const rounds = Math.min(runs, MOST_ROUNDS);
  for (const currencies of CURRENCIES) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sluice-ticks-'));
    const tables = await openTables(path.join(folder, 'tables.db'));
    try {
      sayRunning(`${TENANTS} tenants of ${currencies} currencies, ${rounds} rounds`);
      measured.push(await measure(tables, currencies, rounds));
    } finally {
      await tables.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [table(measured, rounds)];
}

interface MeasuredTicks {
  readonly currencies: number;
  readonly ticksASecond: number;
  /** Of this process, and of the engine beside it, for one tick; null where the system does not say. */
  readonly processorMs: number;
  readonly engineMs: number | null;
  /** Of this process, one tenant after the other. */
  readonly byStep: Readonly<Record<Step, number>>;
}

async function measure(
  tables: CostTables,
  currencies: number,
  runs: number,
): Promise<MeasuredTicks> {
  const tenants = await openTenants(tables, currencies);
  let round = 0;
  const next = () => plusSeconds(FROM, EVERY_SECONDS * round++);
  const [rates, own, engine]: [number[], number[], (number | null)[]] = [[], [], []];
  for (let run = -WARM_ROUNDS; run < runs; run++) {
    const at = next();
    await setTimeout(PAUSE_MS);
    const [begun, processor, before] = [performance.now(), process.cpuUsage(), tables.engineMs()];
    await Promise.all(tenants.map((tenant) => wholeTick(tenant, at)));
    const seconds = (performance.now() - begun) / 1_000;
    const [{ user, system }, after] = [process.cpuUsage(processor), tables.engineMs()];
    if (run < 0) continue;
    rates.push(TENANTS / seconds);
    own.push((user + system) / 1_000 / TENANTS);
    engine.push(before === null || after === null ? null : (after - before) / TENANTS);
  }
  const byStep = { 'take-snapshot': 0, 'run-sweeps': 0, 'update-books': 0, watchdog: 0 };
  const last = next();
  for (const tenant of tenants) {
    await wholeTick(tenant, last, (step, ms) => {
      byStep[step] += ms / TENANTS;
    });
  }
  const known = engine.filter((ms) => ms !== null);
  return {
    currencies,
    ticksASecond: median(rates),
    processorMs: median(own),
    engineMs: known.length === 0 ? null : median(known),
    byStep,
  };
}

interface TickingTenant {
  readonly tenant: string;
  readonly ports: ReturnType<typeof portsOf>;
  readonly feed: ReturnType<typeof createEventFeed>;
  readonly clock: { now: Instant };
}

async function openTenants(
  tables: CostTables,
  currencies: number,
): Promise<readonly TickingTenant[]> {
  const opened: TickingTenant[] = [];
  for (let index = 0; index < TENANTS; index++) {
    const tenant = `tenant-${index}`;
    const random = seeded(index);
    const held = benchCurrencies(currencies, random);
    await writePolicy(tables, tenant, held, FROM, random);
    const clock = { now: FROM };
    const now = () => clock.now;
    const balances = new Map(held.map(({ name, balance }) => [name, balance]));
    const ports = portsOf(tables, benchService(balances, random, now), now);
    opened.push({ tenant, ports, feed: createEventFeed(tables.eventsTable), clock });
  }
  return opened;
}

/** All that follows from a tick in which no money moves, in the order in which it happens. */
async function wholeTick(
  { tenant, ports, feed, clock }: TickingTenant,
  at: Instant,
  note: (step: Step, processorMs: number) => void = () => {},
): Promise<void> {
  clock.now = at;
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const before = process.cpuUsage();
    const value = await work();
    const { user, system } = process.cpuUsage(before);
    note(step, (user + system) / 1_000);
    return value;
  };
  const tick = { tenant, scheduledFor: at, reportingCurrency: 'USD' };
  const taken = await timed('take-snapshot', () => takeSnapshot(ports, tick));
  if (taken.result !== 'recorded' || taken.snapshot.kind !== 'taken') {
    throw new Error('no snapshot was taken');
  }
  const { snapshot } = taken;
  await timed('run-sweeps', async () => {
    const { decisions, rules, proposed } = await runSweeps(ports, snapshot);
    if (proposed.length > 0) throw new Error('a quiet tick has no sweep');
    await recordSpans(ports.spans, { tenant, tick: at, decisions, rules });
  });
  await timed('update-books', async () => {
    await appendEvents({ feed, now: ports.now }, addedTo(tenant, tickEvent(tenant, at), at));
    await reconcile(ports, { tenant, scheduledFor: at }, {});
    await updateSeries(ports, tenant, at);
  });
  await timed('watchdog', () => watch(ports, tenant));
}

function table(measured: readonly MeasuredTicks[], runs: number): Table {
  return {
    title: `Ticks of ${TENANTS} tenants at once (medians of ${runs})`,
    columns: [
      left('currencies of each'),
      right('ticks a second'),
      right('goal'),
      right('processor ms a tick'),
      right('engine, processor ms a tick'),
      ...STEPS.map((step) => right(`${step}, ms`)),
    ],
    rows: measured.map(({ currencies, ticksASecond, processorMs, engineMs, byStep }) => [
      String(currencies),
      ticksASecond.toFixed(1),
      ticksASecond >= TICKS_A_SECOND ? `>= ${TICKS_A_SECOND}: met` : `>= ${TICKS_A_SECOND}: missed`,
      processorMs.toFixed(1),
      engineMs === null ? '' : engineMs.toFixed(1),
      ...STEPS.map((step) => byStep[step].toFixed(1)),
    ]),
    notes: [
      'A tick is all that follows from it in which no money moves: the snapshot, the run with its spans, the books, the watchdog, one rule for each currency, on a real engine that keeps its tables in a file, as the local stack does. All tenants share one process and so one processor; the engine has the other. On AWS each function is a process of its own. The last columns are of this process alone, one tenant after the other.',
    ],
  };
}
