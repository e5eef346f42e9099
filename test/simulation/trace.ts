import { createHash } from 'node:crypto';
import type { Scheduler } from './scheduler.ts';

/** Characters of one line: enough for a commit of ten changes. */
const MAX_LINE_CHARACTERS = 600;

/** What happened in a world, line by line; nothing is put into words unless a person wants to read it. */
export class Trace {
  readonly lines: string[] = [];
  readonly #wanted: boolean;
  readonly #clock: Pick<Scheduler, 'nowMs'>;

  constructor(wanted: boolean, clock: Pick<Scheduler, 'nowMs'>) {
    this.#wanted = wanted;
    this.#clock = clock;
  }

  say(who: string, message: () => string): void {
    if (!this.#wanted) return;
    const at = new Date(this.#clock.nowMs).toISOString();
    const number = String(this.lines.length + 1).padStart(5);
    const line = `${number}. ${at} ${who}: ${message()}`;
    this.lines.push(line.slice(0, MAX_LINE_CHARACTERS));
  }

  /** SHA-256 over all lines: the same seed must give the same. */
  digest(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex');
  }
}
