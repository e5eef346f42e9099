import type { WireResult } from '../../adapters/http-client/attempt-once.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import type { CallFault } from './faults.ts';
import type { SimulatedTable } from './table.ts';
import type { World } from './world.ts';

/** What the store's client throws where it has no answer, or one that says "not now". */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Milliseconds that a call to a store takes on its way there, as a rule and at worst. */
const CALL_MS = 25;
const SLOW_CALL_MS = 3_000;
const SLOW_CALLS = 0.02;

/** A write that is still on its way when its sender was told nothing lands within this. */
const LATE_WRITE_MS = 400_000;

export interface InvocationOptions {
  /** For the trace: which function or person, and the how many-th. */
  readonly name: string;
  readonly skewMs: number;
  /** The instruction that it is to send, where there is one. */
  readonly about?: string;
  /** The ledger as the release of this process reads and writes it; absent: as it stands. */
  readonly ofRelease?: (ledger: Ledger) => Ledger;
  /** Absent for people, who neither freeze nor die. */
  readonly timeoutMs?: number;
}

/** What the service's end of an exchange comes to; no answer at all where it hangs. */
export interface Answered {
  readonly answer: WireResult | null;
  readonly afterMs: number;
}

/**
 * One run of a function. Whatever it waits for, it waits for here: the world decides when it goes on,
 * whether what it asked for was done, and whether it ever hears of it.
 */
export class Invocation {
  readonly name: string;
  /** The table it was deployed with, whatever is restored meanwhile. */
  readonly table: SimulatedTable;
  readonly about: string | null;
  readonly ofRelease: (ledger: Ledger) => Ledger;
  ended = false;
  readonly #world: World;
  readonly #skewMs: number;
  readonly #mortal: boolean;
  readonly #endsAtMs: number;
  #frozenUntilMs = 0;

  constructor(world: World, { name, about, skewMs, timeoutMs, ofRelease }: InvocationOptions) {
    this.#world = world;
    this.name = name;
    this.about = about ?? null;
    this.ofRelease = ofRelease ?? ((ledger) => ledger);
    this.table = world.table;
    this.#skewMs = skewMs;
    this.#mortal = timeoutMs !== undefined;
    this.#endsAtMs = world.scheduler.nowMs + (timeoutMs ?? Number.POSITIVE_INFINITY);
    if (timeoutMs !== undefined) world.scheduler.after(timeoutMs, () => this.#timeOut());
  }

  now(): Instant {
    return instantOf(this.#world.scheduler.nowMs + this.#skewMs);
  }

  nonce(): string {
    return `nonce-${Math.floor(this.#world.random.next() * 2 ** 48).toString(16)}`;
  }

  /** A call to a store: `perform` is what it does there, at one moment. */
  call<T>(
    what: string,
    writes: boolean,
    perform: () => T,
    message?: (result: T) => string,
  ): Promise<T> {
    const { scheduler, trace } = this.#world;
    const fault = this.#drawFault(writes);
    if (fault !== null) {
      this.#world.coverage.fault(fault);
      trace.say(this.name, () => `${what}: ${fault}`);
    }
    return new Promise<T>((resolve, reject) => {
      const outMs = this.#latency();
      const done = (): T => {
        const result = perform();
        trace.say(this.name, () => `${what}${message === undefined ? '' : `: ${message(result)}`}`);
        return result;
      };
      const refuse = (message: string) => () => reject(new StoreError(message));
      switch (fault) {
        case null:
          this.#wake(outMs, done, resolve);
          return;
        case 'frozen before the request leaves':
          scheduler.after(this.#freeze(), () => {
            if (!this.ended) this.#wake(outMs, done, resolve);
          });
          return;
        case 'frozen before the answer is read':
          scheduler.after(outMs, () => {
            const result = done();
            this.#resume(this.#freeze(), () => resolve(result));
          });
          return;
        case 'dies before the request leaves':
          this.die();
          return;
        case 'dies before the answer is read':
          this.die();
          scheduler.after(outMs, done);
          return;
        case 'not done, error answered (throttled)':
          this.#resume(outMs, refuse('throttled'));
          return;
        case 'not done, no answer':
          this.#resume(outMs + SLOW_CALL_MS, refuse('no answer'));
          return;
        case 'done, answer lost':
          scheduler.after(outMs, done);
          this.#resume(outMs + SLOW_CALL_MS, refuse('no answer'));
          return;
        case 'done late, answer lost':
          scheduler.after(
            outMs + SLOW_CALL_MS + this.#world.random.between(0, LATE_WRITE_MS),
            done,
          );
          this.#resume(outMs + SLOW_CALL_MS, refuse('no answer'));
          return;
        case 'done twice: the repeated write fails on its own success':
          scheduler.after(outMs, done);
          this.#wake(outMs + SLOW_CALL_MS, done, resolve);
          return;
        default:
          fault satisfies never;
      }
    });
  }

  /** Waits; and may be frozen or die meanwhile like anywhere else. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const [frozenMs, dies] = this.#drawWait();
      if (dies) this.die();
      else this.#resume(ms + frozenMs, resolve);
    });
  }

  /**
   * An exchange with the service, its first byte being written now: `receive` happens there, whatever
   * becomes of the sender. Woken after its time is up, a client sees its timer before its socket.
   */
  exchange(outMs: number, timeoutMs: number, receive: () => Answered): Promise<WireResult> {
    const { scheduler } = this.#world;
    const deadlineMs = scheduler.nowMs + timeoutMs;
    return new Promise((resolve) => {
      const [frozenMs, dies] = this.#drawWait();
      scheduler.after(outMs, () => {
        const { answer, afterMs } = receive();
        if (dies) return this.die();
        const comesAtMs = scheduler.nowMs + afterMs;
        const settlesAtMs = answer === null ? deadlineMs : Math.min(comesAtMs, deadlineMs);
        this.#resume(settlesAtMs - scheduler.nowMs + frozenMs, () => {
          const inTime = answer !== null && scheduler.nowMs < deadlineMs;
          resolve(inTime ? answer : timedOut(timeoutMs));
        });
      });
    });
  }

  /** A deploy, or the platform: nothing of this invocation goes on for so long. */
  freezeFor(ms: number): void {
    this.#frozenUntilMs = Math.max(this.#frozenUntilMs, this.#world.scheduler.nowMs + ms);
  }

  /** Never goes on. What it has sent is sent. */
  die(): void {
    if (this.ended) return;
    this.#world.trace.say(this.name, () => 'dies');
    this.finish();
  }

  finish(): void {
    this.ended = true;
    this.#world.running.delete(this);
  }

  #timeOut(): void {
    if (this.ended) return;
    const { random, coverage, trace } = this.#world;
    if (random.chance(0.5)) {
      coverage.fault('lives on beyond its timeout');
      trace.say(this.name, () => 'lives on beyond its timeout');
      return;
    }
    coverage.fault('ended at its timeout');
    this.die();
  }

  /** The common case in one step: done there, and the answer read, at the same moment. */
  #wake<T>(outMs: number, perform: () => T, resolve: (result: T) => void): void {
    this.#world.scheduler.wake(outMs, () => {
      const result = perform();
      if (this.#world.scheduler.nowMs < this.#frozenUntilMs) this.#resume(0, () => resolve(result));
      else if (!this.ended) this.#goOn(() => resolve(result));
    });
  }

  #resume(delayMs: number, settle: () => void): void {
    this.#world.scheduler.wake(delayMs, () => {
      if (this.ended) return;
      const leftMs = this.#frozenUntilMs - this.#world.scheduler.nowMs;
      if (leftMs > 0) this.#resume(leftMs, settle);
      else this.#goOn(settle);
    });
  }

  #goOn(settle: () => void): void {
    if (this.#world.scheduler.nowMs > this.#endsAtMs) {
      this.#world.coverage.fault('a late callback is resumed');
    }
    settle();
  }

  #latency(): number {
    const { random } = this.#world;
    const most = random.chance(SLOW_CALLS) ? SLOW_CALL_MS : CALL_MS;
    return random.between(1, most);
  }

  #drawFault(writes: boolean): CallFault | null {
    const { random, faultProfile } = this.#world;
    const drawn = random.next();
    if (this.#mortal) {
      if (drawn < faultProfile.freezes) {
        return drawn * 2 < faultProfile.freezes
          ? 'frozen before the request leaves'
          : 'frozen before the answer is read';
      }
      if (drawn > 1 - faultProfile.deaths) {
        return (1 - drawn) * 2 < faultProfile.deaths
          ? 'dies before the request leaves'
          : 'dies before the answer is read';
      }
    }
    if (!random.chance(faultProfile.store)) return null;
    if (!writes) {
      return random.chance(0.5) ? 'not done, error answered (throttled)' : 'not done, no answer';
    }
    return random.pick([
      'not done, error answered (throttled)',
      'not done, no answer',
      'done, answer lost',
      'done late, answer lost',
      'done twice: the repeated write fails on its own success',
    ] as const);
  }

  #drawWait(): readonly [frozenMs: number, dies: boolean] {
    const { random, faultProfile, coverage, trace } = this.#world;
    if (!this.#mortal) return [0, false];
    if (random.chance(faultProfile.deaths)) {
      coverage.fault('dies before the answer is read');
      return [0, true];
    }
    if (!random.chance(faultProfile.freezes)) return [0, false];
    coverage.fault('frozen before the answer is read');
    const ms = this.#freeze();
    trace.say(this.name, () => `freezes for ${ms} ms`);
    return [ms, false];
  }

  /** Short ones pass for slowness; the long ones outlast sendBy, a timeout, a quarantine. */
  #freeze(): number {
    const { random } = this.#world;
    const kind = random.weighted({ short: 3, sendBy: 2, quarantine: 3, hour: 1 });
    switch (kind) {
      case 'short':
        return random.between(100, 9_000);
      case 'sendBy':
        return random.between(9_000, 60_000);
      case 'quarantine':
        return random.between(60_000, 600_000);
      case 'hour':
        return random.between(600_000, 4_000_000);
      default:
        return kind satisfies never;
    }
  }
}

function timedOut(ms: number): WireResult {
  return {
    kind: 'failed',
    connected: true,
    code: 'TIMEOUT',
    why: { code: 'not-begun', afterMs: ms },
  };
}
