import type { TokenSource } from '../../adapters/secrets/token-source.ts';
import { tradeInstructionId } from '../../treasury/instructions/instruction-id.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { sendTrade } from '../../treasury/outgoing/kinds/trade.ts';
import { sendWithdrawal } from '../../treasury/outgoing/kinds/withdrawal.ts';
import { type Seals, SealsUnavailableError } from '../../treasury/seals/ports.ts';
import type { DecidingPorts } from '../../treasury/sending/ports.ts';
import { type AskedAnswer, readAsAsked } from '../../treasury/snapshots/asked-reading.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import type { ReadingPorts } from '../../treasury/snapshots/trusted-readings.ts';
import { IncompleteRunError, runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import type { TradeDecidingPorts } from '../../treasury/trades/read-trade-view.ts';
import type { TradeCommand } from '../../treasury/trades/trade-command.ts';
import type { ZeroBalances } from '../../treasury/valuation/absent-balances.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import {
  countActions,
  countDecisions,
  countIncomplete,
  countSent,
  countTraded,
  countTradeSent,
} from './counting.ts';
import { Invocation, StoreError } from './invocation.ts';
import { ledgerFor } from './ledger-port.ts';
import type { Release } from './release.ts';
import { REPORTING_CURRENCY } from './reporting-currency.ts';
import { readingSealsFor, sealsFor } from './seals-port.ts';
import { tokenSourceFor } from './secret-store.ts';
import { tradingServiceFor } from './service/client.ts';
import { TENANT, type World } from './world.ts';

/** Timeouts of the functions, in milliseconds, as the stacks give them. */
const TIMEOUTS = {
  'take-snapshot': 60_000,
  'run-sweeps': 60_000,
  'send-withdrawal': 120_000,
  'place-trade': 120_000,
  'send-trade': 120_000,
  watchdog: 50_000,
  people: 28_000,
} as const;
/** How long take-snapshot is waited for: as runtime/clients/reader.ts, and functions/settle-instruction/handler.ts. */
const ASKED_FOR_MS = { watchdog: 20_000, people: 12_000 } as const;

export type FunctionName = keyof typeof TIMEOUTS;

/** As functions/place-trade/handler.ts: the caller is to hear the outcome within API Gateway's 29 s. */
const TRADE_LIMITS = { readBudgetMs: 8_000, headersTimeoutMs: 14_000, writeTimeoutMs: 15_000 };

/** How likely a container that is free is used again: its clock and its token are then old ones. */
const REUSE = 0.8;

/** One process: a clock that is a little wrong and a token that is a little old. */
interface Container {
  readonly skewMs: number;
  readonly tokens: TokenSource;
  /** Null: one release runs. */
  readonly release: Release | null;
  current: Invocation | null;
}

/** An approved instruction on its way to be sent. */
export interface Delivery {
  readonly id: string;
  readonly kind: 'withdrawal' | 'trade';
}

export interface PeoplePorts {
  readonly now: () => string;
  readonly ledger: Ledger;
  readonly seals: Seals;
  readonly nonce: () => string;
  readonly reader: ReadingPorts['reader'];
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
  /** One more call, to whatever else there is to read. */
  readonly read: <T>(what: string, perform: () => T) => Promise<T>;
}

type Done<T> = (result: T) => void;

interface StartOptions {
  /** Called if it throws; the death of one is silent. */
  readonly failed?: () => void;
  /** In the trace, in the place of the function's name. */
  readonly who?: string;
  /** The instruction that it is to send. */
  readonly about?: string;
  /** Null: a program of the world itself, which no release is asked about; absent: that of the process. */
  readonly release?: Release | null;
}

/** The functions as deployed: starts them, and hears what they come to. */
export class Functions {
  readonly #world: World;
  readonly #zeroBalances: ZeroBalances;
  #idle = new Map<FunctionName, Container[]>();
  #started = 0;

  /** `zeroBalances`: what the controls say of them. */
  constructor(world: World, zeroBalances: ZeroBalances = 'unknown') {
    this.#world = world;
    this.#zeroBalances = zeroBalances;
  }

  /** New processes from now on; those that run are dealt with by whoever deploys. */
  redeploy(): void {
    this.#idle = new Map();
  }

  takeSnapshot(tickMs: number): void {
    const { snapshots, coverage } = this.#world;
    const tick = {
      tenant: TENANT,
      scheduledFor: instantOf(tickMs),
      reportingCurrency: REPORTING_CURRENCY,
    };
    this.start(
      'take-snapshot',
      (invocation, container) =>
        takeSnapshot(
          {
            now: () => invocation.now(),
            service: this.#service(invocation, container, null),
            readingSealer: readingSealsFor(this.#world),
            snapshots: {
              put: (snapshot) =>
                invocation.call('writes the snapshot', true, () => snapshots.put(snapshot)),
              latest: () =>
                invocation.call('reads the latest snapshot', false, () => snapshots.latest()),
              takenBetween: (_client, range) =>
                invocation.call('reads the snapshots before', false, () =>
                  snapshots.takenBetween(range),
                ),
            },
            zeroBalances: async () => this.#zeroBalances,
          },
          tick,
        ),
      (taken) => {
        coverage.count('snapshots', taken.result);
        if (taken.result === 'recorded' && taken.snapshot.kind === 'missed') {
          coverage.count('reads', taken.snapshot.code);
        }
      },
    );
  }

  runSweeps(snapshot: SnapshotTaken, settled: (ok: boolean) => void): Invocation {
    return this.start(
      'run-sweeps',
      (invocation) =>
        runSweeps(
          {
            now: () => invocation.now(),
            ledger: ledgerFor(invocation),
            seals: sealsFor(invocation),
            reader: readingSealsFor(this.#world),
          },
          snapshot,
          this.#world.maxChangesOfPart,
        ),
      (run) => {
        countDecisions(this.#world.coverage, run);
        settled(true);
      },
      { failed: () => settled(false) },
    );
  }

  sendWithdrawal(instructionId: string): Invocation {
    return this.start(
      'send-withdrawal',
      (invocation, container) =>
        sendWithdrawal(this.#trading(invocation, container, instructionId), TENANT, instructionId),
      (sent) => countSent(this.#world.coverage, sent),
      { about: instructionId },
    );
  }

  sendTrade(instructionId: string): Invocation {
    return this.start(
      'send-trade',
      (invocation, container) =>
        sendTrade(this.#trading(invocation, container, instructionId), TENANT, instructionId),
      (sent) => countTradeSent(this.#world.coverage, sent),
      { about: instructionId },
    );
  }

  /** To whichever function sends instructions of this kind. */
  send({ id, kind }: Delivery): void {
    if (kind === 'trade') this.sendTrade(id);
    else this.sendWithdrawal(id);
  }

  placeTrade(command: TradeCommand): void {
    const id = tradeInstructionId(command.tenant, command.idempotencyKey);
    this.start(
      'place-trade',
      (invocation, container) => placeTrade(this.#trading(invocation, container, id), command),
      (traded) => countTraded(this.#world.coverage, traded),
      { about: id },
    );
  }

  watchdog(deliver: (delivery: Delivery) => void): void {
    const { coverage } = this.#world;
    this.start(
      'watchdog',
      (invocation) =>
        watch(
          {
            now: () => invocation.now(),
            nonce: () => invocation.nonce(),
            reader: this.#reader(invocation, ASKED_FOR_MS.watchdog),
            ledger: ledgerFor(invocation),
            snapshots: this.#stored(invocation),
            // All at once: crueller than one after the other.
            deliver: (_client, ids, kind) =>
              invocation.call(`has ${ids.join(', ')} delivered again`, true, () => {
                for (const id of ids) deliver({ id, kind });
              }),
          },
          TENANT,
        ),
      (actions) => countActions(coverage, actions),
    );
  }

  /** Something that people do through the API. */
  people<T>(
    who: string,
    run: (ports: PeoplePorts) => Promise<T>,
    done: Done<T> = () => {},
    release?: Release | null,
  ): void {
    this.start(
      'people',
      (invocation) =>
        run({
          now: () => invocation.now(),
          ledger: ledgerFor(invocation),
          seals: sealsFor(invocation),
          nonce: () => invocation.nonce(),
          reader: this.#reader(invocation, ASKED_FOR_MS.people),
          snapshots: this.#stored(invocation),
          read: (what, perform) => invocation.call(what, false, perform),
        }),
      done,
      { who, ...(release === undefined ? {} : { release }) },
    );
  }

  #stored(invocation: Invocation): Pick<Snapshots, 'takenSince'> {
    const { snapshots } = this.#world;
    return {
      takenSince: (_client, since, limit) =>
        invocation.call('reads the snapshots', false, () => snapshots.takenSince(since, limit)),
    };
  }

  /** Asks take-snapshot, which is an invocation of its own: it may die, be slow, or not reach the service. */
  #reader(invocation: Invocation, askedForMs: number): ReadingPorts['reader'] {
    const { scheduler } = this.#world;
    return {
      verify: readingSealsFor(this.#world).verify,
      ask: async (tenant, askedAs) => {
        const answer = await new Promise<AskedAnswer | null>((resolve) => {
          this.start(
            'take-snapshot',
            (asked, container) =>
              readAsAsked(
                {
                  service: this.#service(asked, container, null),
                  snapshots: {
                    latest: (_client) =>
                      asked.call('reads the latest snapshot', false, () =>
                        this.#world.snapshots.latest(),
                      ),
                  },
                  zeroBalances: async () => this.#zeroBalances,
                  readingSealer: readingSealsFor(this.#world),
                },
                { tenant, askedAs },
              ),
            resolve,
            { failed: () => resolve(null), who: 'take-snapshot, asked' },
          );
          scheduler.wake(askedForMs, () => resolve(null));
        });
        const heard = await invocation.call('hears what was read', false, () => answer);
        if (heard === null) throw new StoreError('no answer');
        if (heard.kind === 'read') this.#world.oracle.readAnew(invocation.name, heard.reading);
        return heard;
      },
    };
  }

  #sending(invocation: Invocation, container: Container, instructionId: string): DecidingPorts {
    return {
      now: () => invocation.now(),
      nonce: () => invocation.nonce(),
      pause: (ms) => invocation.pause(ms),
      ledger: ledgerFor(invocation),
      seals: sealsFor(invocation),
      service: this.#service(invocation, container, instructionId),
    };
  }

  #trading(
    invocation: Invocation,
    container: Container,
    instructionId: string,
  ): TradeDecidingPorts {
    const { snapshots } = this.#world;
    const latest = () =>
      invocation.call('reads the latest snapshot', false, () => snapshots.latest());
    const reader = readingSealsFor(this.#world);
    return {
      ...this.#sending(invocation, container, instructionId),
      snapshots: { latest },
      reader,
    };
  }

  #service(invocation: Invocation, { tokens }: Container, instructionId: string | null) {
    const world = this.#world;
    const trades = invocation.name.startsWith('place-trade');
    const limits = trades ? { limits: TRADE_LIMITS } : {};
    return tradingServiceFor({ world, invocation, tokens, instructionId, ...limits });
  }

  /** Calls a use case. What it throws must be the world's doing: anything else is a defect. */
  start<T>(
    name: FunctionName,
    run: (invocation: Invocation, container: Container) => Promise<T>,
    done: Done<T>,
    { failed = () => {}, who = name, about, ...other }: StartOptions = {},
  ): Invocation {
    const { scheduler, trace, oracle, running } = this.#world;
    const container = this.#container(name);
    this.#started += 1;
    const own = `${who} ${this.#started}`;
    const { release = container.release } = other;
    const { releases } = this.#world;
    const invocation = new Invocation(this.#world, {
      name: own,
      skewMs: container.skewMs,
      timeoutMs: TIMEOUTS[name],
      ...(about === undefined ? {} : { about }),
      ...(release !== null &&
        releases !== null && {
          ofRelease: (ledger) => releases.ledgerOf(release, own, ledger),
        }),
    });
    container.current = invocation;
    running.add(invocation);
    const free = () => {
      invocation.finish();
      const idle = this.#idle.get(name) ?? [];
      this.#idle.set(name, [...idle, container]);
    };
    trace.say(invocation.name, () => 'begins');
    scheduler.started();
    run(invocation, container).then(
      (result) => {
        free();
        const message = JSON.stringify(result) ?? 'done';
        oracle.said(message);
        trace.say(invocation.name, () => `ends: ${message}`);
        done(result);
      },
      (error: unknown) => {
        free();
        if (error instanceof IncompleteRunError) countIncomplete(this.#world.coverage, error);
        const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        oracle.said(message);
        trace.say(invocation.name, () => `fails: ${message}`);
        if (!isOfTheWorld(error)) oracle.violated('defect', `${invocation.name} throws ${message}`);
        failed();
      },
    );
    return invocation;
  }

  #container(name: FunctionName): Container {
    const { random, faultProfile } = this.#world;
    const idle = this.#idle.get(name) ?? [];
    const [used, ...rest] = idle;
    if (used !== undefined && random.chance(REUSE)) {
      this.#idle.set(name, rest);
      return used;
    }
    const most = faultProfile.skewSeconds * 1_000;
    const skewMs = random.between(-most, most);
    if (skewMs !== 0) this.#world.coverage.fault('clock skew');
    const container: Container = {
      skewMs,
      tokens: tokenSourceFor(this.#world, () => current(container)),
      release: this.#world.releases?.ofProcess() ?? null,
      current: null,
    };
    return container;
  }
}

function current({ current }: Container): Invocation {
  if (current === null) throw new Error('a container that runs nothing');
  return current;
}

/** A store or a key that did not answer, and the giving up of an outcome that could not be recorded. */
function isOfTheWorld(error: unknown): boolean {
  if (error instanceof IncompleteRunError) return error.errors.every(isOfTheWorld);
  if (error instanceof StoreError || error instanceof SealsUnavailableError) return true;
  return error instanceof Error && error.message.startsWith('the ledger kept changing');
}
