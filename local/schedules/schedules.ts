import type { ScheduleModel } from '../assembly/model.ts';
import type { Occurrences } from './occurrences.ts';
import { occurrencesOf } from './occurrences.ts';
import { scheduleInput } from './schedule-input.ts';

/** The longest that a timer of Node can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Timers may fire a little early; a tick must not be met twice for it. */
const EARLY_MS = 5;

export interface SchedulesOptions {
  readonly models: readonly ScheduleModel[];
  /** Interval of the ticks; null leaves the template's. */
  readonly everyMs: number | null;
  /** Invokes a schedule's function with its input. */
  readonly fire: (model: ScheduleModel, input: string) => void;
}

/** Runs the template's schedules by this machine's clock. */
export class Schedules {
  readonly #schedules: readonly { readonly model: ScheduleModel; readonly next: Occurrences }[];
  readonly #fire: SchedulesOptions['fire'];
  readonly #timers = new Map<ScheduleModel, NodeJS.Timeout>();

  /** @throws LocalStackError for an expression that is not served. */
  constructor({ models, everyMs, fire }: SchedulesOptions) {
    this.#schedules = models.map((model) => ({ model, next: occurrencesOf(model, everyMs) }));
    this.#fire = fire;
  }

  start(): void {
    for (const { model, next } of this.#schedules) this.#wait(model, next, next(Date.now()));
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #wait(model: ScheduleModel, next: Occurrences, at: number): void {
    const pause = Math.min(Math.max(0, at - Date.now()), MAX_TIMER_MS);
    const timer = setTimeout(() => {
      if (Date.now() < at - EARLY_MS) {
        this.#wait(model, next, at);
        return;
      }
      this.#fire(model, scheduleInput(model, at));
      // Ticks that a sleeping machine missed are not made up for: their balances are gone.
      this.#wait(model, next, next(Math.max(at, Date.now() - EARLY_MS)));
    }, pause);
    this.#timers.set(model, timer);
  }
}
