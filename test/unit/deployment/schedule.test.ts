import { describe, expect, it } from 'vitest';
import { scheduleCheck } from '../../../bin/deployment/schedule-check.ts';
import { type Instant, instantOf } from '../../../treasury/time/instant.ts';

const BEGIN = Date.parse('2026-01-05T09:02:00Z');
const MINUTE_MS = 60_000;

/** Looks at a stage whose newest tick is given by the minutes since the check began. */
async function seen(
  newestAfter: (minutes: number) => Instant | null,
  taken: ReadonlyMap<string, Instant> = new Map(),
) {
  let nowMs = BEGIN;
  const check = scheduleCheck({
    ...{ stage: 'prod', tenants: ['main'], everyMinutes: 5, taken },
    newestTick: async () => newestAfter((nowMs - BEGIN) / MINUTE_MS),
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  });
  const [part] = await check.run(() => undefined);
  return { part, minutes: (nowMs - BEGIN) / MINUTE_MS, limitSeconds: check.limitSeconds };
}

const at = (minutes: number) => instantOf(BEGIN + minutes * MINUTE_MS);

describe('a tick of the schedule', () => {
  it('came by itself where a later one than the beginning is recorded', async () => {
    const { part, minutes } = await seen((now) => at(now < 3 ? -2 : 3));
    expect(part).toMatchObject({ of: 'main', state: 'ok' });
    expect(part?.detail).toContain('2026-01-05T09:05');
    expect(minutes).toBeLessThan(4);
  });

  it('is not one that stood there before, nor one that verifying took itself', async () => {
    expect((await seen(() => null)).part?.state).toBe('failed');
    expect((await seen(() => at(-2))).part?.state).toBe('failed');
    const own = await seen(() => at(3), new Map([['main', at(3)]]));
    expect(own.part).toMatchObject({ state: 'failed' });
    expect(own.part?.detail).toContain('no tick came by itself within 2 intervals of 5 min');
    const next = await seen((now) => at(now < 8 ? 3 : 8), new Map([['main', at(3)]]));
    expect(next.part?.state).toBe('ok');
  });

  it('is waited for two intervals and a snapshot, within the limit of the check', async () => {
    const { minutes, limitSeconds } = await seen(() => null);
    expect(minutes).toBeGreaterThan(12);
    expect(minutes * 60).toBeLessThan(limitSeconds);
  });
});
