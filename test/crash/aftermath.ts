import type { RunningSandbox } from '../../sandbox/index.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import { until } from '../waiting/until.ts';
import type { LedgerReader } from './books/books.ts';
import type { Machine } from './machine/machine.ts';
import type { CrashPoint } from './points/crash-point.ts';

/** How long a start, or a few rounds, may take on a busy machine; looks are rare, since two cores carry several machines. */
const ROUND = { withinMs: 120_000, everyMs: 200 } as const;

/**
 * Longer than a claim is waited for (sendBy and the sender's timeout, 130 s), than the quarantine (60 s
 * more) and than a delivery is waited for; less than an approved instruction lives (900 s).
 */
const CLOCK_STEP_MS = 300_000;

/** States that a function or a person still moves on. */
const MOVING: readonly InstructionState[] = ['proposed', 'approved', 'sending'];

/** Watches a running machine from outside, through the ledger that it writes. */
export class Aftermath {
  readonly #machine: Machine;
  readonly #reader: LedgerReader;
  readonly #claimsOfTheDead: ReadonlySet<string>;

  constructor(machine: Machine, reader: LedgerReader, claimsOfTheDead: ReadonlySet<string>) {
    this.#machine = machine;
    this.#reader = reader;
    this.#claimsOfTheDead = claimsOfTheDead;
  }

  close(): void {
    this.#reader.close();
  }

  /**
   * After a round at the old time five minutes pass at once. Not while something is being sent: a sender
   * that finds its time over gives up, as it should, and that is not what this is about. What the dead
   * have left behind is not waited for.
   */
  async moveClockAfterARound(work: CrashPoint['work'], signal: AbortSignal): Promise<void> {
    const begun = this.#machine.now();
    const isDone = async (): Promise<boolean> =>
      (await this.#lastRound()) > begun &&
      (work === 'trade' || (await this.#lastDecided()) > begun) &&
      (await this.#nobodySends(work));
    await until(
      'a first round after the start',
      async () => signal.aborted || (await isDone()),
      ROUND,
    );
    if (!signal.aborted) this.#machine.moveClock(CLOCK_STEP_MS);
  }

  async #nobodySends(work: CrashPoint['work']): Promise<boolean> {
    const instructions = await this.#reader.instructions().catch(() => []);
    if (work === 'trade' && instructions.length === 0) return false;
    return instructions.every((instruction) => {
      const claim = openClaimOf(instruction);
      if (claim !== null) return this.#claimsOfTheDead.has(claim);
      return !MOVING.includes(instruction.status.state);
    });
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
      ROUND,
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

  /**
   * The tick of the balances that were last recorded: they were asked for after it. When they were taken is said
   * by when the answer was there, and something may have happened while it was on its way.
   */
  async #lastRound(): Promise<string> {
    const latest = await this.#reader.latest().catch(() => null);
    return latest?.scheduledFor ?? '';
  }
}

const MOVES = 'moves';

/** The claim under which an instruction is being sent, by a name of its own; null where none is open. */
export function openClaimOf({ id, status }: Instruction): string | null {
  return status.state === 'sending' ? `${id} ${status.claim.claimedAt}` : null;
}
