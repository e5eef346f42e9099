import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScheduleModel } from '../../../local/assembly/model.ts';
import { occurrencesOf, tickOf } from '../../../local/schedules/occurrences.ts';
import { scheduleInput } from '../../../local/schedules/schedule-input.ts';
import { Schedules } from '../../../local/schedules/schedules.ts';

function schedule(expression: string, timeZone = 'UTC'): ScheduleModel {
  const input = '{"scheduledFor":"<aws.scheduler.scheduled-time>","tenant":"main"}';
  return { name: 'tick', functionName: 'take', expression, timeZone, input };
}

function next(expression: string, everyMs: number | null, after: string, zone?: string): string {
  const occurrences = occurrencesOf(schedule(expression, zone), everyMs);
  return new Date(occurrences(Date.parse(after))).toISOString();
}

describe('when a schedule falls', () => {
  it.each([
    ['rate(5 minutes)', '2026-01-05T09:02:11Z', '2026-01-05T09:05:00.000Z'],
    ['rate(1 hour)', '2026-01-05T09:00:00Z', '2026-01-05T10:00:00.000Z'],
    ['cron(0/5 * * * ? *)', '2026-01-05T09:05:00Z', '2026-01-05T09:10:00.000Z'],
    ['cron(0 17 ? * MON-FRI *)', '2026-01-09T18:00:00Z', '2026-01-12T17:00:00.000Z'],
  ])('%s falls as the template says', (expression, after, expected) => {
    expect(next(expression, null, after)).toBe(expected);
  });

  it('ticks fall as often as the person wants, aligned to the epoch', () => {
    for (const expression of ['rate(5 minutes)', 'cron(0/5 * * * ? *)', 'cron(0 * * * ? *)']) {
      expect(next(expression, 10_000, '2026-01-05T09:02:11.5Z')).toBe('2026-01-05T09:02:20.000Z');
      expect(next(expression, 10_000, '2026-01-05T09:02:20Z')).toBe('2026-01-05T09:02:30.000Z');
    }
    expect(tickOf(10_000, Date.parse('2026-01-05T09:02:29.999Z'))).toBe(
      Date.parse('2026-01-05T09:02:20Z'),
    );
  });

  it('a schedule by the day keeps its own clock and time zone', () => {
    expect(next('cron(0 9 * * ? *)', 10_000, '2026-07-05T00:00:00Z', 'Europe/Zurich')).toBe(
      '2026-07-05T07:00:00.000Z',
    );
  });

  it.each(['at(2026-01-01T00:00:00)', 'cron(61 * * * ? *)', 'rate(5 fortnights)'])(
    'refuses %s by its name',
    (expression) => {
      expect(() => occurrencesOf(schedule(expression), null)).toThrow(expression);
    },
  );
});

describe('the input of a schedule', () => {
  it('names the moment it was meant for as the scheduler writes it', () => {
    const input = scheduleInput(schedule('rate(1 minute)'), Date.parse('2026-01-31T09:00:00Z'));
    expect(JSON.parse(input)).toEqual({ scheduledFor: '2026-01-31T09:00:00Z', tenant: 'main' });
  });
});

describe('running schedules', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-01-05T09:00:03Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fire once per tick, with the tick, and not after they were stopped', async () => {
    const fired: string[] = [];
    const schedules = new Schedules({
      models: [schedule('cron(0/5 * * * ? *)')],
      everyMs: 10_000,
      fire: (_, input) => fired.push(JSON.parse(input).scheduledFor),
    });
    schedules.start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fired).toEqual(['2026-01-05T09:00:10Z', '2026-01-05T09:00:20Z', '2026-01-05T09:00:30Z']);
    schedules.stop();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fired).toHaveLength(3);
  });

  it('one that pauses falls with the second tick, and with the first after each pause', async () => {
    const fired: string[] = [];
    const schedules = new Schedules({
      models: [schedule('cron(0 * * * ? *)')],
      everyMs: 10_000,
      pauseMs: () => 300_000,
      fire: (_, input) => fired.push(JSON.parse(input).scheduledFor),
    });
    schedules.start();
    await vi.advanceTimersByTimeAsync(630_000);
    schedules.stop();
    expect(fired).toEqual(['2026-01-05T09:00:20Z', '2026-01-05T09:05:30Z']);
  });

  it('do not make up for ticks that a sleeping machine missed', async () => {
    const fired: string[] = [];
    const schedules = new Schedules({
      models: [schedule('rate(1 minute)')],
      everyMs: 10_000,
      fire: (_, input) => fired.push(JSON.parse(input).scheduledFor),
    });
    schedules.start();
    vi.setSystemTime(Date.parse('2026-01-05T11:00:05Z'));
    await vi.advanceTimersByTimeAsync(7_000);
    await vi.advanceTimersByTimeAsync(9_000);
    schedules.stop();
    expect(fired).toEqual(['2026-01-05T09:00:10Z', '2026-01-05T11:00:20Z']);
  });
});
