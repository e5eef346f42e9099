import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../bin/sluice/command-error.ts';
import {
  type EventPage,
  type ListedEvent,
  type ListenPorts,
  listen,
  MAX_FAILURES,
  pauseAfter,
} from '../../../bin/sluice/listen/listen.ts';
import { parseSince } from '../../../bin/sluice/listen/since.ts';

const eventAt = (index: number): ListedEvent => ({
  id: `event-${index}`,
  type: 'com.sluice.rule.changed',
  subject: 'btc',
  time: '2026-01-05T09:00:03.000Z',
  sequence: String(index).padStart(16, '0'),
});

class Ended extends Error {}

/** A feed of so many events, a receiver and an API that fail when they are told to, and a clock that only counts. */
function listening(count: number, pageSize = 2) {
  const events = Array.from({ length: count }, (_, index) => eventAt(index + 1));
  const delivered: string[] = [];
  const kept: string[] = [];
  const pauses: number[] = [];
  const faults = { receiver: 0, api: 0 };
  const ports: ListenPorts = {
    read: async (after): Promise<EventPage> => {
      if (faults.api > 0) {
        faults.api -= 1;
        throw new Error('no answer');
      }
      const rest = events.filter(({ sequence }) => after === null || sequence > after);
      // Behind the last one the test is over.
      if (rest.length === 0) throw new Ended();
      const items = rest.slice(0, pageSize);
      const next = rest.length > items.length ? 'cursor' : null;
      return { items, next, position: items.at(-1)?.sequence ?? after };
    },
    deliver: async ({ id }) => {
      if (faults.receiver > 0) {
        faults.receiver -= 1;
        return { failure: 'not-reached', answer: null, milliseconds: 1 };
      }
      delivered.push(id);
      return { failure: null, answer: 200, milliseconds: 1 };
    },
    keep: (position) => kept.push(position),
    say: () => undefined,
    note: () => undefined,
    sleep: async (ms) => {
      pauses.push(ms);
    },
    isPassing: (error) => (error as Error).message === 'no answer',
  };
  return { ports, events, delivered, kept, pauses, faults };
}

const ids = (events: readonly ListedEvent[]) => events.map(({ id }) => id);

describe('sluice listen', () => {
  it('delivers everything behind its place, in order, and keeps its place after each delivery', async () => {
    const { ports, events, delivered, kept } = listening(5);
    await expect(listen(ports, events[0]?.sequence ?? null)).rejects.toThrow(Ended);
    expect(delivered).toEqual(ids(events.slice(1)));
    expect(kept).toEqual(events.slice(1).map(({ sequence }) => sequence));
  });

  it('tries an event again that the receiver does not take, and delivers nothing behind it before', async () => {
    const { ports, events, delivered, kept, pauses, faults } = listening(3);
    faults.receiver = 3;
    await expect(listen(ports, null)).rejects.toThrow(Ended);
    expect(delivered).toEqual(ids(events));
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(kept).toEqual(events.map(({ sequence }) => sequence));
  });

  it('ends with one line if the receiver stays away, without having passed over an event', async () => {
    const { ports, events, kept, faults } = listening(3);
    faults.receiver = MAX_FAILURES + 1;
    const ended = listen(ports, events[0]?.sequence ?? null);
    await expect(ended).rejects.toThrow(CommandError);
    await expect(ended).rejects.toThrow(/did not take event-2 \(not-reached\): nothing behind/);
    expect(kept).toEqual([]);
  });

  it('waits for an API that is away and comes back, and ends if it stays away', async () => {
    const { ports, events, delivered, faults } = listening(3);
    faults.api = MAX_FAILURES - 1;
    await expect(listen(ports, null)).rejects.toThrow(Ended);
    expect(delivered).toEqual(ids(events));
    faults.api = MAX_FAILURES;
    await expect(listen(ports, null)).rejects.toThrow('no answer');
  });

  it('ends at once with an answer that stays as it is', async () => {
    const { ports, pauses } = listening(1);
    const refused = { ...ports, read: () => Promise.reject(new Error('the role is missing')) };
    await expect(listen(refused, null)).rejects.toThrow('the role is missing');
    expect(pauses).toEqual([]);
  });

  it('pauses longer and longer, and a minute at most', () => {
    expect([1, 2, 6, 7, 19].map(pauseAfter)).toEqual([1_000, 2_000, 32_000, 60_000, 60_000]);
  });
});

describe('--since', () => {
  const NOW = Date.parse('2026-01-05T09:00:00.000Z');

  it.each([
    ['1767603603000001', { kind: 'sequence', after: '1767603603000001' }],
    ['10m', { kind: 'moment', from: '2026-01-05T08:50:00.000Z' }],
    ['3d', { kind: 'moment', from: '2026-01-02T09:00:00.000Z' }],
    ['2026-01-01T00:00:00Z', { kind: 'moment', from: '2026-01-01T00:00:00.000Z' }],
    ['2026-01-01', { kind: 'moment', from: '2026-01-01T00:00:00.000Z' }],
  ])('takes %s', (text, since) => {
    expect(parseSince(text, NOW)).toEqual(since);
  });

  it.each(['', 'someday', '10', '10x', '-3d', '17676036030'])('refuses "%s"', (text) => {
    expect(() => parseSince(text, NOW)).toThrow(/--since/);
  });
});
