import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { MAX_CHANGES_OF_PART } from '../../treasury/sweeps/record-run.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import type { ZeroBalances } from '../../treasury/valuation/absent-balances.ts';
import { compareCounts } from './compare-counts.ts';
import { CountIntruder } from './count-intruder.ts';
import { Coverage, type CoverageCounts } from './coverage.ts';
import { drawStart } from './days.ts';
import { endingViolation, stillOpen } from './ending.ts';
import { Environment } from './environment.ts';
import { CALM, drawFaultProfile } from './fault-profile.ts';
import { Arrivals, FIRST_PAYMENT_WORLDS } from './first-payments.ts';
import { Functions } from './functions.ts';
import { LaterFields } from './later-fields.ts';
import { Meddlers } from './meddlers.ts';
import { Oracle } from './oracle/oracle.ts';
import type { ReferenceModel } from './oracle/reference-model.ts';
import { People } from './people.ts';
import { arm, EXOTIC, PRICES, serviceAccounts } from './policy.ts';
import { PolicyMakers } from './policy-makers.ts';
import { PricePaths } from './price-paths.ts';
import { PriceSlips } from './price-slips.ts';
import { Random } from './random.ts';
import { ReadingIntruder } from './reading-intruder.ts';
import { RearmingPeople } from './rearming.ts';
import { RELEASE_WORLDS, Releases } from './releases.ts';
import { Scheduler } from './scheduler.ts';
import { SecretStore } from './secret-store.ts';
import { AMOUNT_WORLDS, type AmountManner, AS_ASKED, drawAmounts } from './service/amounts.ts';
import { describeBooking, drawBooking } from './service/booking.ts';
import { ELSEWHERE_WORLDS } from './service/elsewhere.ts';
import { drawListing, LeftOut } from './service/left-out.ts';
import { Silence } from './service/places.ts';
import { Refusals } from './service/refusals.ts';
import { SimulatedService } from './service/service.ts';
import { RETOLD_WORLDS } from './service/trade-answers.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { Streams } from './streams.ts';
import { SimulatedTable } from './table.ts';
import { Trace } from './trace.ts';
import { unitsOf } from './units.ts';
import type { Violation } from './violation.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Late in an hour and in a day, so that both roll over within most worlds. */
const START_MS = Date.parse('2026-03-29T23:45:00.000Z');

/** A currency with a sweep has two changes at least; the last number is the deployed one. */
const CHANGES_OF_PARTS = [1, 2, 3, MAX_CHANGES_OF_PART] as const;

/** Ticks without faults until everything must be over: a quarantine, an expiry, and again. */
const CALM_TICKS = 60;
/** The longest that anything can be frozen or under way, in milliseconds. */
const STRAGGLERS_MS = 5_000_000;

export interface SimulationResult {
  readonly seed: number;
  readonly violation: Violation | null;
  readonly coverage: CoverageCounts;
  /** Things that happened, one after the other. */
  readonly steps: number;
  readonly trace: readonly string[];
  readonly digest: string;
  /** Fields of a later version that a write erased; none without `laterFields`. */
  readonly lost: readonly string[];
}

export interface SimulationOptions {
  readonly traced?: boolean;
  /** Every item that is made has fields that this version does not know. */
  readonly laterFields?: boolean;
  /** Two releases run side by side, as in a part of the worlds. */
  readonly releases?: boolean;
  /** Hears of every write of a commit. */
  readonly onWrite?: (write: LedgerWrite) => void;
}

/** One world, from its seed to its rest or to the first thing that must not be. */
export async function simulate(
  seed: number,
  { traced = false, laterFields = false, releases = false, onWrite }: SimulationOptions = {},
): Promise<SimulationResult> {
  const later = laterFields ? new LaterFields() : null;
  const simulation = new Simulation(seed, traced, later, releases ? 1 : RELEASE_WORLDS);
  if (onWrite !== undefined) simulation.onWrite = onWrite;
  await simulation.run();
  const { world } = simulation;
  const { violation } = world.oracle;
  if (violation !== null) {
    world.trace.say('VIOLATION', () => `${violation.code}: ${violation.message}`);
  }
  return {
    seed,
    violation,
    coverage: world.coverage.toJSON(),
    steps: world.scheduler.steps,
    trace: world.trace.lines,
    digest: world.trace.digest(),
    lost: later?.lost ?? [],
  };
}

/** Parts of the worlds that have limits by value (and a feed of prices that slips), rules that split, and calendars. */
const VALUE_WORLDS = 0.3;
const SPLIT_WORLDS = 0.35;
const DAY_WORLDS = 0.3;
/** Of those with splits, calendars, floors or limits: an intruder has write access to the table. */
const FORGED_WORLDS = 0.4;
/** In a world with calendars: chance of a tick that the next one is a day later. */
const NEXT_DAYS = 0.1;
const DAY_MS = 24 * HOUR_MS;

/** Between the chance of a world and those of its kinds, each of its own: no campaign has as many worlds. */
const SEEDS_APART = 2 ** 40;
/** The chance of an intruder on counts: none of the worlds in which something was found is another by it. */
const COUNT_INTRUDER = 11;
/** The chance that the service refuses for long. */
const REFUSALS = 19;
/** The chance that a halt ends. */
const RESUMPTIONS = 12;
/** The chance of answers to trades in other shapes. */
const RETOLD_TRADES = 23;
/** The chance of how the service tells what it tells. */
const TELLINGS = 21;
/** Of what the service sends elsewhere. */
const ELSEWHERE_PLACES = 27;
/** The chance that the key of readings is out of reach. */
const READING_KEY = 35;
/** The chance of an intruder on snapshots, in worlds whose service refuses and executes, or that settle by balances. */
const READING_INTRUDER = 14;

/** The chance of prices that come another way, and of forged ones. */
const PRICE_PATHS = 13;
const PRICE_PATH_WORLDS = 0.4;

/** Part of the worlds whose service leaves currencies out of answers, and their chance. */
const LEFT_OUT_WORLDS = 0.25;
const LEFT_OUT = 29;

/** The chance of accounts with a first-payment maximum, and of services that deal with amounts in their own way. */
const FIRST_PAYMENTS = 31;
const AMOUNTS = 33;

/** The chance of two releases side by side: none of the worlds in which something was found is another by it. */
const RELEASES = 52;

/** Part of the worlds of such an intruder in which a backup is restored, and the ticks that they go on for then. */
const RESTORED_COUNTS = 0.5;
const TICKS_AFTER_A_RESTORE = 30;

/** The chance of one kind of rules in a world; null: it has none of them. */
function chanceOf(seed: number, kind: number, share: number): Random | null {
  const random = new Random(seed + kind * SEEDS_APART);
  return random.chance(share) ? random : null;
}

class Simulation {
  readonly world: World;
  onWrite: (write: LedgerWrite) => void = () => {};
  readonly #functions: Functions;
  readonly #streams: Streams;
  readonly #people: People;
  readonly #policyMakers: PolicyMakers;
  readonly #environment: Environment;
  readonly #rearming: RearmingPeople;
  readonly #opening = new Map<string, bigint>();
  readonly #ticks: number;
  /** A backup of what limits counted is restored, in a world whose intruder lowers it. */
  #restoresCounted = false;
  #backup: { readonly table: SimulatedTable; readonly reference: ReferenceModel } | null = null;
  #restored = false;
  readonly #conversions: Random;
  /** Null: no limit is a value here, and no price is told wrong. */
  readonly #values: Random | null;
  /** Null: no rule splits here. */
  readonly #splits: Random | null;
  /** Null: no rule keeps to calendars or a cut-off. */
  readonly #days: Random | null;
  /** Null: no account has a first-payment maximum, and every answer says where it went. */
  readonly #firstPayments: Random | null;
  readonly #amounts: { readonly manner: AmountManner; readonly random: Random } | null;
  readonly #arrivals: Arrivals | null;
  readonly #slips: PriceSlips | null;
  readonly #paths: PricePaths | null;
  readonly #meddlers: Meddlers;
  readonly #zeroBalances: ZeroBalances;
  /** Null: one release runs, as ever. */
  readonly #releases: Releases | null;
  /** Null: the snapshots are left alone. */
  readonly #readings: ReadingIntruder | null;

  constructor(seed: number, traced: boolean, later: LaterFields | null, releases: number) {
    const random = new Random(seed);
    this.#conversions = new Random(seed + SEEDS_APART);
    this.#values = chanceOf(seed, 2, VALUE_WORLDS);
    this.#splits = chanceOf(seed, 3, SPLIT_WORLDS);
    this.#days = chanceOf(seed, 4, DAY_WORLDS);
    const firstMs = this.#days === null ? START_MS : drawStart(this.#days, START_MS);
    const startMs = firstMs + random.between(0, 20) * MINUTE_MS;
    const scheduler = new Scheduler(startMs);
    const trace = new Trace(traced, scheduler);
    const coverage = new Coverage();
    const oracle = new Oracle(coverage);
    const tellings = new Random(seed + TELLINGS * SEEDS_APART);
    const faultProfile = drawFaultProfile(random, tellings);
    const booking = drawBooking(random, faultProfile);
    coverage.fault(booking.name);
    const service = new SimulatedService(scheduler, random, booking, {
      received: (id) => {
        trace.say('the service', () => `receives ${id}`);
        oracle.received(id);
      },
      executed: (execution, before) => {
        trace.say('the service', () => `EXECUTES ${execution.instructionId} as ${execution.id}`);
        oracle.executed(execution, before);
      },
    });
    oracle.watchService(service);
    this.#firstPayments = chanceOf(seed, FIRST_PAYMENTS, FIRST_PAYMENT_WORLDS);
    if (this.#firstPayments !== null) service.silence = new Silence(this.#firstPayments);
    if (this.#firstPayments !== null) coverage.fault('an account has a first-payment maximum');
    const amounts = chanceOf(seed, AMOUNTS, AMOUNT_WORLDS);
    this.#amounts = amounts && { manner: drawAmounts(amounts), random: amounts };
    service.amounts = this.#amounts?.manner ?? AS_ASKED;
    const listing = chanceOf(seed, LEFT_OUT, LEFT_OUT_WORLDS);
    const listed = listing === null ? null : drawListing(listing);
    if (listed !== null) service.leaveOut(new LeftOut(listed.manner, listing));
    if (listed !== null) coverage.fault('answers leave currencies out');
    this.#zeroBalances = listed?.isSaid === true ? listed.manner.zeros : 'unknown';
    const snapshots = new SnapshotStore((snapshot) => {
      oracle.snapshotTaken(snapshot);
      this.#streams.snapshotWritten(snapshot);
    });
    const exotic = random.chance(0.15);
    this.#ticks = random.between(8, 20);
    this.world = {
      random,
      retold: chanceOf(seed, RETOLD_TRADES, RETOLD_WORLDS),
      elsewhere: chanceOf(seed, ELSEWHERE_PLACES, ELSEWHERE_WORLDS),
      tellings,
      scheduler,
      trace,
      coverage,
      oracle,
      service,
      secrets: new SecretStore(),
      snapshots,
      refusals: Refusals.drawn(
        new Random(seed + REFUSALS * SEEDS_APART),
        serviceAccounts(this.#splits !== null),
        startMs,
      ),
      readingKey: new Random(seed + READING_KEY * SEEDS_APART),
      running: new Set(),
      faultProfile,
      releases: null,
      table: new SimulatedTable('table-1', { later }),
      lateExecutionBoundSeconds: random.pick([20, 60, 120]),
      startMs,
      maxChangesOfPart: random.pick(CHANGES_OF_PARTS),
    };
    const upgrading = chanceOf(seed, RELEASES, releases);
    this.#releases = upgrading && new Releases(this.world, upgrading);
    this.world.releases = this.#releases;
    this.#functions = new Functions(this.world, this.#zeroBalances);
    this.#streams = new Streams(this.world, this.#functions);
    this.#policyMakers = new PolicyMakers(this.world, this.#functions);
    this.#people = new People(this.world, this.#functions, this.#policyMakers);
    this.#rearming = new RearmingPeople(this.world, this.#functions, this.#policyMakers);
    this.#environment = new Environment(
      this.world,
      this.#functions,
      this.#streams,
      this.#policyMakers,
      this.#people,
      exotic,
      new Random(seed + RESUMPTIONS * SEEDS_APART),
    );
    this.#arrivals =
      this.#firstPayments && new Arrivals(this.world, this.#policyMakers, this.#firstPayments);
    this.#slips = this.#values === null ? null : new PriceSlips(this.world, this.#values);
    const paths = chanceOf(seed, PRICE_PATHS, PRICE_PATH_WORLDS);
    this.#paths = paths === null ? null : new PricePaths(this.world, paths);
    this.#open(exotic, new Random(seed + 5 * SEEDS_APART));
    this.#meddlers = this.#drawMeddlers(
      new Random(seed + 6 * SEEDS_APART),
      new Random(seed + COUNT_INTRUDER * SEEDS_APART),
    );
    const forgesReadings = chanceOf(seed, READING_INTRUDER, FORGED_WORLDS);
    const isWorthIt = faultProfile.liar || faultProfile.automaticSettlement;
    this.#readings =
      forgesReadings === null || !isWorthIt
        ? null
        : new ReadingIntruder(this.world, forgesReadings);
    trace.say('the world', () => `faultProfile ${JSON.stringify(faultProfile)}`);
    trace.say('the world', () => `${booking.name}: ${describeBooking(booking)}`);
  }

  #drawMeddlers(random: Random, intruder: Random): Meddlers {
    const [splits, days] = [this.#splits !== null, this.#days !== null];
    const { controls, accounts } = this.world.table.policy();
    const bounds =
      controls?.liquidityFloor?.total !== undefined ||
      controls?.withdrawalLimits !== undefined ||
      accounts.some(({ limits }) => limits !== undefined);
    const forges = (splits || days || bounds) && random.chance(FORGED_WORLDS);
    // Whoever forges more has everything halted before much is counted.
    const lowersCounts = bounds && !forges && intruder.chance(FORGED_WORLDS);
    const reach = { splits, days, bounds, forges, lowersCounts };
    this.#restoresCounted = lowersCounts && intruder.chance(RESTORED_COUNTS);
    const counts = new CountIntruder(this.world, intruder);
    return new Meddlers(this.world, this.#functions, this.#policyMakers, reach, random, counts);
  }

  async run(): Promise<void> {
    const ticks = this.#ticks + (this.#restoresCounted ? TICKS_AFTER_A_RESTORE : 0);
    for (let tick = 0; tick < ticks && this.#goesOn(); tick++) {
      await this.#tick(this.#intervalMs(), tick);
    }
    if (!this.#goesOn()) return;
    this.#calmDown();
    for (let round = 0; round < 2 && this.#goesOn(); round++) {
      await this.#settleDown();
      await this.#pass(STRAGGLERS_MS);
    }
    await this.#settleDown();
    if (!this.#goesOn()) return;
    const expected = new Map(this.#opening);
    for (const { currency, units } of this.world.service.movements) {
      expected.set(currency, (expected.get(currency) ?? 0n) + units);
    }
    for (const [currency, units] of this.world.service.fees) {
      expected.set(currency, (expected.get(currency) ?? 0n) - units);
    }
    const violation = endingViolation(this.world, this.#restored, expected);
    if (violation !== null) this.world.oracle.violated(violation.code, violation.message);
  }

  #goesOn(): boolean {
    return this.world.oracle.violation === null;
  }

  #open(exotic: boolean, limits: Random): void {
    const { service, random, faultProfile, table, lateExecutionBoundSeconds } = this.world;
    this.#opening.set('BTC', unitsOf(random.pick(['0.5', '3.25', '8'])));
    this.#opening.set('ETH', unitsOf(random.pick(['9', '20'])));
    this.#opening.set('USD', unitsOf(random.pick(['30000', '90000'])));
    for (const [currency, units] of this.#opening) service.open(currency, units);
    for (const account of serviceAccounts(this.#splits !== null))
      service.accounts.set(account.id, account);
    for (const [instrument, cents] of Object.entries(PRICES)) service.setPrice(instrument, cents);
    if (exotic) service.setPrice(EXOTIC[1], 5_000);
    this.#watch(table);
    const at = instantOf(this.world.startMs);
    const { automaticSettlement } = faultProfile;
    const fees = service.bookings.manner.feePerMille > 0n;
    const drawing = { random, limits, at, lateExecutionBoundSeconds, automaticSettlement, fees };
    const kinds = {
      conversions: this.#conversions,
      values: this.#values,
      splits: this.#splits,
      days: this.#days,
      firstPayments: this.#firstPayments,
      amounts: this.#amounts,
    };
    arm(table, { ...drawing, ...kinds }, exotic);
  }

  #watch(table: SimulatedTable, reference?: ReferenceModel): void {
    const { oracle } = this.world;
    oracle.watch(table, reference);
    table.observe((committed) => {
      oracle.committed(committed);
      for (const change of committed.changes) this.onWrite(change);
      this.#releases?.committed(committed);
      if (committed.table !== this.world.table) return;
      const approved = this.#streams.committed(committed);
      for (const instruction of approved) {
        this.#environment.approved(instruction);
        this.#meddlers.approved(instruction);
      }
    });
  }

  async #tick(intervalMs: number, tick: number): Promise<void> {
    const { random, scheduler, faultProfile, coverage } = this.world;
    this.#environment.plan(Math.min(intervalMs, HOUR_MS));
    if (random.chance(faultProfile.outages / 3)) coverage.fault('the schedule misses a tick');
    else this.#take();
    if (random.chance(faultProfile.duplicates / 3)) {
      coverage.fault('the schedule ticks twice');
      this.#take();
    }
    scheduler.after(random.between(0, 5_000), () => this.#watchdog());
    scheduler.after(random.between(0, 50_000), () => this.#people.look());
    this.#arrivals?.tick();
    this.#slips?.tick();
    this.#paths?.tick();
    this.#meddlers.tick();
    this.#readings?.tick();
    this.#releases?.tick(this.#functions);
    if (faultProfile.restores || this.#restoresCounted) this.#restoring(tick);
    if (this.#restored) scheduler.after(random.between(0, 40_000), () => this.#rearming.look());
    await this.#pass(intervalMs);
  }

  #take(): void {
    const { scheduler, random } = this.world;
    const tickMs = scheduler.nowMs;
    scheduler.after(random.between(0, 500), () => this.#functions.takeSnapshot(tickMs));
  }

  #watchdog(): void {
    this.#functions.watchdog((delivery) => this.#streams.deliverAgain(delivery));
    compareCounts(this.world);
  }

  #intervalMs(): number {
    const { random, faultProfile, coverage } = this.world;
    if (this.#days?.chance(NEXT_DAYS)) {
      coverage.fault('an outage of a day');
      return DAY_MS - MINUTE_MS * this.#days.between(0, 5);
    }
    if (!random.chance(faultProfile.outages)) return MINUTE_MS;
    if (random.chance(0.7)) {
      coverage.fault('an outage of hours');
      return random.between(1, 25) * HOUR_MS;
    }
    coverage.fault('an outage of days');
    return random.between(2, 31) * 24 * HOUR_MS;
  }

  /** A backup is made early on; later it is restored into a new table, which is the one from then on. */
  #restoring(tick: number): void {
    const { random, oracle, trace, coverage } = this.world;
    const { table } = this.world;
    const isWorthIt = !this.#restoresCounted || table.counts('outflow-usage') !== null;
    if (this.#backup === null && tick >= 2 && isWorthIt && random.chance(0.5)) {
      this.#backup = {
        table: table.restored('table-2'),
        reference: oracle.referenceOf(table).copy(),
      };
      trace.say('the store', () => 'makes a backup');
    } else if (this.#backup !== null && !this.#restored && random.chance(0.3)) {
      this.#restored = true;
      coverage.fault('restored from a backup');
      trace.say('the engineer', () => 'restores the backup into a new table');
      this.#watch(this.#backup.table, this.#backup.reference);
      this.world.table = this.#backup.table;
      this.#functions.redeploy();
    }
  }

  /** Faults stop, everything is halted, people look after what is left. */
  #calmDown(): void {
    const { trace, secrets } = this.world;
    trace.say('the world', () => 'calms down');
    this.world.faultProfile = {
      ...CALM,
      automaticSettlement: this.world.faultProfile.automaticSettlement,
    };
    this.world.refusals = null;
    secrets.rotate();
    this.world.service.leaveNothingOut();
    this.#releases?.calmDown(this.#functions);
  }

  async #settleDown(): Promise<void> {
    for (let tick = 0; tick < CALM_TICKS && this.#goesOn(); tick++) {
      if (this.world.table.halt.mode !== 'halted') this.#policyMakers.setMode('halted');
      if (tick > 0 && stillOpen(this.world) === null) return;
      this.#take();
      this.#watchdog();
      this.world.scheduler.after(30_000, () => this.#people.look());
      await this.#pass(MINUTE_MS);
    }
  }

  /** Time passes; nothing goes on after the first violation. */
  async #pass(ms: number): Promise<void> {
    const { scheduler, oracle } = this.world;
    await scheduler.runUntil(scheduler.nowMs + ms, () => oracle.violation === null);
  }
}
