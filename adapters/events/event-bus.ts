import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';

/** EventBridge takes this many events in one call, and this many bytes in all of them together. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 256 * 1024;
/** The bytes that EventBridge counts for an event's time. */
const TIME_BYTES = 14;

export interface EventBusOptions {
  readonly client: EventBridgeClient;
  /** Name or ARN. */
  readonly busName: string;
  /** The source by which rules know the events. */
  readonly source: string;
}

/** An event that no call can carry. It is refused here, or it would take others with it. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
}

/** The events that the bus did not take, by their place in the list, each with the bus's code. */
export type NotTaken = ReadonlyMap<number, string>;

export interface EventBus {
  /** @throws EventTooLargeError */
  readonly checkSize: (event: TreasuryEvent) => void;
  /** Puts the events in order, as few calls as possible. A call that fails counts for all of its events. */
  readonly put: (events: readonly TreasuryEvent[]) => Promise<NotTaken>;
}

export function createEventBus({ client, busName, source }: EventBusOptions): EventBus {
  const entryOf = (event: TreasuryEvent): PutEventsRequestEntry => ({
    EventBusName: busName,
    Source: source,
    DetailType: event.type,
    Time: new Date(event.time),
    Detail: JSON.stringify(event),
  });
  return {
    checkSize: (event) => {
      if (sizeOf(entryOf(event)) > MAX_BYTES) throw new EventTooLargeError(event.id);
    },
    put: async (events) => {
      const notTaken = new Map<number, string>();
      let first = 0;
      for (const entries of callsOf(events.map(entryOf))) {
        const codes = await putOnce(client, entries);
        for (const [index, code] of codes.entries()) {
          if (code !== null) notTaken.set(first + index, code);
        }
        first += entries.length;
      }
      return notTaken;
    },
  };
}

/** Per entry the code that it was refused with, or null. */
async function putOnce(
  client: EventBridgeClient,
  entries: PutEventsRequestEntry[],
): Promise<readonly (string | null)[]> {
  try {
    const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: entries }));
    // An event that the response does not mention counts as not taken.
    return entries.map((_, index) => {
      const { EventId, ErrorCode } = Entries[index] ?? {};
      return EventId === undefined ? (ErrorCode ?? 'NotAnswered') : null;
    });
  } catch (error) {
    const code = error instanceof Error ? error.name : 'Unknown';
    return entries.map(() => code);
  }
}

function callsOf(entries: readonly PutEventsRequestEntry[]): readonly PutEventsRequestEntry[][] {
  const calls: PutEventsRequestEntry[][] = [];
  let bytes = MAX_BYTES;
  for (const entry of entries) {
    const size = sizeOf(entry);
    const current = calls.at(-1);
    if (current === undefined || current.length === MAX_ENTRIES || bytes + size > MAX_BYTES) {
      calls.push([entry]);
      bytes = size;
    } else {
      current.push(entry);
      bytes += size;
    }
  }
  return calls;
}

/** An entry's size as EventBridge counts it: the time, and the texts in UTF-8. */
function sizeOf({ Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number {
  const texts = [Source, DetailType, Detail].map((text) => Buffer.byteLength(text));
  return texts.reduce((sum, bytes) => sum + bytes, TIME_BYTES);
}
