import { CommandError } from '../command-error.ts';

/** An event as the API lists it. */
export interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly sequence: string;
}

/** What became of one attempt to deliver: null if the receiver took it, else why not. */
export interface DeliveryResult {
  readonly failure: string | null;
  /** The HTTP status; null without an answer. */
  readonly answer: number | null;
  readonly milliseconds: number;
}

export interface EventPage {
  readonly items: readonly ListedEvent[];
  readonly next: string | null;
  readonly position: string | null;
}

export interface ListenPorts {
  /** Reads behind a place; null for the beginning of what is kept. Reads are repeated by the client a few times. */
  readonly read: (after: string | null) => Promise<EventPage>;
  /** Posts one event, signed. Never throws. */
  readonly deliver: (event: ListedEvent) => Promise<DeliveryResult>;
  /** Everything up to here was delivered. */
  readonly keep: (position: string) => void;
  readonly say: (event: ListedEvent, result: DeliveryResult) => void;
  readonly note: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a failed reading may succeed later: no answer, or the API is busy. */
  readonly isPassing: (error: unknown) => boolean;
}

/** Milliseconds between two looks at a feed that has nothing new. */
export const LOOK_EVERY_MS = 2_000;

/** Pauses after failures, in milliseconds: to a receiver or an API that comes back soon, and no longer than a minute each. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Failures in a row after which it ends: with the pauses, a quarter of an hour, in which a person has restarted a server. */
export const MAX_FAILURES = 20;

/**
 * Delivers what the feed has behind a place, in its order, and goes on until it is ended or a failure lasts. An event that the
 * receiver does not take is tried again, and nothing behind it is delivered before: the place moves on only with a delivery.
 */
export async function listen(ports: ListenPorts, from: string | null): Promise<never> {
  const { read, keep, note, sleep, isPassing } = ports;
  let after = from;
  let failures = 0;
  for (;;) {
    let page: EventPage;
    try {
      page = await read(after);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures >= MAX_FAILURES) throw error;
      const pause = pauseAfter(failures);
      note(`the API does not answer; again in ${pause / 1_000} s`);
      await sleep(pause);
      continue;
    }
    for (const event of page.items) {
      await deliver(ports, event);
      keep(event.sequence);
      after = event.sequence;
    }
    // Also what was looked through without an event of the types that are wanted.
    if (page.position !== null && page.position !== after) {
      keep(page.position);
      after = page.position;
    }
    if (page.next === null) await sleep(LOOK_EVERY_MS);
  }
}

/** Delivers one event. @throws CommandError if the receiver does not take it for long. */
export async function deliver(ports: ListenPorts, event: ListedEvent): Promise<void> {
  const { say, sleep } = ports;
  for (let failures = 1; ; failures++) {
    const result = await ports.deliver(event);
    say(event, result);
    if (result.failure === null) return;
    if (failures >= MAX_FAILURES) {
      throw new CommandError(
        `the receiver did not take ${event.id} (${result.failure}): nothing behind it was delivered`,
        { help: 'Start it again to go on from this event.' },
      );
    }
    await sleep(pauseAfter(failures));
  }
}

/** Twice as long after every failure. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}
