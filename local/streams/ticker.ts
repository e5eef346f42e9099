/**
 * How often a stream is read unasked. Every writer here is a function, and a nudge follows each; this is for writes
 * of other programs.
 */
const POLL_MS = 250;

/** After a failure it waits longer: the engine is starting, or gone. */
const FAILURE_POLL_MS = 1_000;

/** Runs a round over and over, one at a time, and at once when nudged. */
export class Ticker {
  readonly #round: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = true;

  constructor(round: () => Promise<void>, failed: (error: unknown) => void) {
    this.#round = round;
    this.#failed = failed;
  }

  start(): void {
    this.#stopped = false;
    this.nudge();
  }

  nudge(): void {
    if (this.#stopped) return;
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    this.#run();
  }

  /** A round that begins after the call, and its end. */
  async nextRound(): Promise<void> {
    while (this.#running !== null) await this.#running;
    this.nudge();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#again = false;
    this.#running = this.#oneRound().then((pause) => {
      this.#running = null;
      if (this.#stopped) return;
      if (this.#again) this.#run();
      else this.#timer = setTimeout(() => this.nudge(), pause);
    });
  }

  async #oneRound(): Promise<number> {
    try {
      await this.#round();
      return POLL_MS;
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
      return FAILURE_POLL_MS;
    }
  }
}
