/** Something that happens at a moment of the simulated clock. */
interface Event {
  readonly atMs: number;
  /** Order of those at the same moment: first planned, first done. */
  readonly order: number;
  readonly run: () => void;
}

/**
 * The clock of a world and everything that is still to happen in it. One event at a time; before the
 * next, the process that it woke has run until it waits again. Nothing else ever resumes a process.
 */
export class Scheduler {
  #nowMs: number;
  #planned = 0;
  #woken = false;
  readonly #heap: Event[] = [];
  steps = 0;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Plans something for `delayMs` from now. */
  after(delayMs: number, run: () => void): void {
    this.#planned += 1;
    this.#push({ atMs: this.#nowMs + Math.max(0, delayMs), order: this.#planned, run });
  }

  /** Plans something that settles a promise: whoever awaits it runs before anything else happens. */
  wake(delayMs: number, settle: () => void): void {
    this.after(delayMs, () => {
      this.#woken = true;
      settle();
    });
  }

  /** A use case is called: it runs up to its first wait at once. */
  started(): void {
    this.#woken = true;
  }

  /** Lets happen what is planned up to a moment, as long as `goesOn`; then it is that moment. */
  async runUntil(endMs: number, goesOn: () => boolean): Promise<void> {
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= endMs; next = this.#heap[0]) {
      this.#pop();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.steps += 1;
      next.run();
      if (this.#woken) {
        this.#woken = false;
        // Every promise that can go on does so before the event loop comes to its immediates.
        await new Promise(setImmediate);
      }
      if (!goesOn()) return;
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let child = left;
      const [leftEvent, rightEvent] = [heap[left], heap[right]];
      if (leftEvent !== undefined && rightEvent !== undefined && before(rightEvent, leftEvent)) {
        child = right;
      }
      const below = heap[child];
      if (below === undefined || !before(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

function before(left: Event, right: Event): boolean {
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order);
}
