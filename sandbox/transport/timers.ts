/** The sandbox's timers, together: closing it leaves none behind, and none keeps a process alive. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();
  #cleared = false;

  after(delayMs: number, act: () => void): void {
    if (this.#cleared) return;
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      act();
    }, delayMs);
    timer.unref();
    this.#running.add(timer);
  }

  every(intervalMs: number, act: () => void): void {
    this.after(intervalMs, () => {
      act();
      this.every(intervalMs, act);
    });
  }

  /** Resolves after a while; never, if the timers are cleared before. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  clear(): void {
    this.#cleared = true;
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }
}
