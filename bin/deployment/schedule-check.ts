import { setTimeout } from 'node:timers/promises';
import { poll } from '../../treasury/retries/retry.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import type { Check, Part } from './check.ts';

/** Intervals to wait for: the first tick may be one that these checks took before the schedule did. */
const INTERVALS = 2;

/** Seconds after a tick by which it is recorded, by a snapshot or a miss: longer than a snapshot takes with its retries. */
const GRACE_SECONDS = 120;

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 2_000;

export interface ScheduleCheckOptions {
  readonly stage: string;
  readonly tenants: readonly string[];
  readonly everyMinutes: number;
  /** The tick of the newest record; null if there is none. */
  readonly newestTick: (tenant: string) => Promise<Instant | null>;
  /** Ticks that these checks took themselves, by tenant. */
  readonly taken: ReadonlyMap<string, Instant>;
  readonly now: () => number;
  /** @default by the clock */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/**
 * A tick that no person made. The checks before it take a snapshot where there is none, and a stage whose schedule is dead would look
 * alive by it.
 */
export function scheduleCheck(options: ScheduleCheckOptions): Check {
  const seconds = INTERVALS * options.everyMinutes * 60 + GRACE_SECONDS;
  return {
    name: 'schedule-ticks',
    proves: 'the schedule takes snapshots by itself',
    limitSeconds: seconds + GRACE_SECONDS,
    run: async (progress) => {
      const since = instantOf(options.now());
      progress(`waits for the next tick, ${INTERVALS * options.everyMinutes} minutes at most`);
      return await Promise.all(
        options.tenants.map((tenant) =>
          tickOf(options, { tenant, since, withinMs: seconds * 1_000 }),
        ),
      );
    },
  };
}

interface Awaited {
  readonly tenant: string;
  readonly since: Instant;
  readonly withinMs: number;
}

async function tickOf(
  { stage, everyMinutes, newestTick, taken, now, sleep = setTimeout }: ScheduleCheckOptions,
  { tenant, since, withinMs }: Awaited,
): Promise<Part> {
  const laterTick = async (): Promise<Instant | null> => {
    const tick = await newestTick(tenant);
    return tick !== null && tick > since && tick !== taken.get(tenant) ? tick : null;
  };
  const tick = await poll(laterTick, { withinMs, everyMs: LOOK_EVERY_MS, now, sleep });
  if (tick !== null)
    return { of: tenant, state: 'ok', detail: `the tick of ${tick} came by itself` };
  const waited = `${INTERVALS} intervals of ${everyMinutes} min`;
  const detail = `no tick came by itself within ${waited}: verifying alone takes snapshots. Is the schedule enabled (EventBridge Scheduler, group sluice-${stage}), and take-snapshot without errors?`;
  return { of: tenant, state: 'failed', detail };
}
