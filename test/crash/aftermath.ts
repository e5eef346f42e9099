import type { RunningSandbox } from '../../sandbox/index.ts';
import type { InstructionState } from '../../treasury/instructions/instruction.ts';
import type { LedgerReader } from './books/books.ts';
import { type Machine, until } from './machine/machine.ts';
import type { CrashPoint } from './points/crash-point.ts';

/** How long a start, or a few rounds, may take on a busy machine. */
const ROUND_TIMEOUT_MS = 120_000;

/**
 * Longer than a claim is waited for (sendBy and the sender's timeout, 130 s), than the quarantine (60 s
 * more) and than a delivery is waited for; less than an approved instruction lives (900 s).
 */
const CLOCK_STEP_MS = 300_000;

/** What is still moved on by somebody. */
const MOVING: readonly InstructionState[] = ['proposed', 'approved', 'sending'];

/** Watches a running machine from outside, through the ledger that it writes. */
export class Aftermath {
  readonly #machine: Machine;
  readonly #reader: LedgerReader;

  constructor(machine: Machine, reader: LedgerReader) {
    this.#machine = machine;
    this.#reader = reader;
  }

  close(): void {
    this.#reader.close();
  }

  /** After one round at the old time, five minutes pass at once. */
  async moveClockAfterARound(signal: AbortSignal): Promise<void> {
    const before = await this.#lastRound();
    await until(
      'a first round after the start',
      async () => signal.aborted || (await this.#lastRound()) > before,
      ROUND_TIMEOUT_MS,
    );
    if (!signal.aborted) this.#machine.moveClock(CLOCK_STEP_MS);
  }

  /**
   * Everything is at rest: nothing is on its way, and a whole round that began after that has changed
   * nothing. Where there are rules it has also been decided on: decisions lag behind on a busy machine.
   */
  async settled(sandbox: RunningSandbox, work: CrashPoint['work']): Promise<void> {
    const moving: readonly InstructionState[] =
      work === 'settlement' ? [...MOVING, 'unknown'] : MOVING;
    let seen = '';
    let since = '';
    await until(
      'everything at rest',
      async () => {
        const now = await this.#picture(sandbox, moving);
        if (now !== seen || now === MOVES) {
          seen = now;
          since = this.#machine.now();
          return false;
        }
        const decided = work === 'trade' ? null : await this.#lastDecided();
        return (await this.#lastRound()) > since && (decided === null || decided > since);
      },
      ROUND_TIMEOUT_MS,
    );
  }

  /** Requests and states; the same text as long as nothing happens. */
  async #picture(sandbox: RunningSandbox, moving: readonly InstructionState[]): Promise<string> {
    const instructions = await this.#reader.instructions().catch(() => []);
    const { lateExecutions } = sandbox.state();
    if (lateExecutions.length > 0) return MOVES;
    if (instructions.length === 0) return MOVES;
    if (instructions.some(({ status }) => moving.includes(status.state))) return MOVES;
    const posts = sandbox.journal().filter(({ method }) => method === 'POST').length;
    return [posts, ...instructions.map(({ id, status }) => `${id} ${status.state}`)].join();
  }

  async #lastDecided(): Promise<string> {
    return (await this.#reader.lastDecided().catch(() => null)) ?? '';
  }

  /** When the balances were last recorded. */
  async #lastRound(): Promise<string> {
    const latest = await this.#reader.latest().catch(() => null);
    return latest?.takenAt ?? '';
  }
}

const MOVES = 'moves';
