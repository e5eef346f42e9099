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
  /**
   * For so long after a tick a schedule has nothing to do and is not woken; its first tick is then the second of the
   * others, which has the data of the first. @default 0, with every tick
   */
  readonly pauseMs?: (model: ScheduleModel) => number;
  /** Invokes a schedule's function with its input. */
  readonly fire: (model: ScheduleModel, input: string) => void;
}

interface Scheduled {
  readonly model: ScheduleModel;
  readonly next: Occurrences;
  readonly pauseMs: number;
}

/** Runs the template's schedules by this machine's clock. */
export class Schedules {
  readonly #schedules: readonly Scheduled[];
  readonly #fire: SchedulesOptions['fire'];
  readonly #timers = new Map<ScheduleModel, NodeJS.Timeout>();

  /** @throws LocalStackError for an expression that is not served. */
  constructor({ models, everyMs, pauseMs = () => 0, fire }: SchedulesOptions) {
    this.#schedules = models.map((model) => ({
      model,
      next: occurrencesOf(model, everyMs),
      pauseMs: pauseMs(model),
    }));
    this.#fire = fire;
  }

  start(): void {
    for (const scheduled of this.#schedules) {
      const first = scheduled.next(Date.now());
      this.#wait(scheduled, scheduled.pauseMs === 0 ? first : scheduled.next(first));
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #wait(scheduled: Scheduled, at: number): void {
    const { model, next, pauseMs } = scheduled;
    const pause = Math.min(Math.max(0, at - Date.now()), MAX_TIMER_MS);
    const timer = setTimeout(() => {
      if (Date.now() < at - EARLY_MS) {
        this.#wait(scheduled, at);
        return;
      }
      this.#fire(model, scheduleInput(model, at));
      // Ticks that a sleeping machine missed are not made up for: their balances are gone.
      this.#wait(scheduled, next(Math.max(at + pauseMs, Date.now() - EARLY_MS)));
    }, pause);
    this.#timers.set(model, timer);
  }
}
