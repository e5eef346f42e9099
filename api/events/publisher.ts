import type { EventBus } from '../../adapters/events/event-bus.ts';
import { type AppendPorts, appendEvents } from '../../treasury/events/append-events.ts';
import type { Sequence } from '../../treasury/events/event-batch.ts';
import { showEvent } from '../../treasury/events/show-event.ts';
import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import { earlier, type Instant } from '../../treasury/time/instant.ts';

/** Events that were put without a place while the feed could not be written: they are put once so, however often they come. */
const MAX_KNOWN_WITHOUT_PLACE = 1_000;

/** An event, and when the write that it tells of was recorded. */
export interface EventToPublish {
  readonly event: TreasuryEvent;
  readonly recordedAt: Instant;
}

export interface Published {
  /** Events that the bus took. */
  readonly taken: number;
  /** The others, and those that the feed could not keep, by their place in the list, with the reason. All of them are to come again. */
  readonly failed: ReadonlyMap<number, string>;
}

export interface PublisherPorts extends AppendPorts {
  readonly bus: Pick<EventBus, 'put'>;
}

/**
 * Keeps each event in its tenant's feed, then puts it on the bus with its place there. A feed that cannot be written delays
 * nothing: the event is put without a place, and again with it when the feed has taken it.
 */
export function createPublisher({ bus, ...ports }: PublisherPorts) {
  const withoutPlace = new Set<string>();

  const isNewWithoutPlace = ({ id }: TreasuryEvent): boolean => {
    if (withoutPlace.has(id)) return false;
    if (withoutPlace.size >= MAX_KNOWN_WITHOUT_PLACE) withoutPlace.clear();
    return true;
  };

  return async (events: readonly EventToPublish[]): Promise<Published> => {
    const failed = new Map<number, string>();
    const sequences = await keep(ports, events, failed);
    const toPut = [...events.entries()].flatMap(([index, { event }]) => {
      const sequence = sequences.get(event.id);
      if (sequence !== undefined) return [{ index, event: { ...event, sequence } }];
      return isNewWithoutPlace(event) ? [{ index, event }] : [];
    });
    const notTaken = await bus.put(toPut.map(({ event }) => showEvent(event)));
    for (const [place, { index, event }] of toPut.entries()) {
      const code = notTaken.get(place);
      if (code !== undefined) failed.set(index, code);
      else if (event.sequence === undefined) withoutPlace.add(event.id);
    }
    return { taken: toPut.length - notTaken.size, failed };
  };
}

/** The sequences of all events that the feeds have now; the others are entered among the failed. */
async function keep(
  ports: AppendPorts,
  events: readonly EventToPublish[],
  failed: Map<number, string>,
): Promise<ReadonlyMap<string, Sequence>> {
  const tenants = Map.groupBy(events.entries(), ([, { event }]) => event.tenant);
  const kept = await Promise.all(
    [...tenants].map(async ([tenant, entries]) => {
      const since = entries.map(([, { recordedAt }]) => recordedAt).reduce(earlier);
      try {
        const ofTenant = entries.map(([, { event }]) => event);
        return await appendEvents(ports, { tenant, events: ofTenant, since });
      } catch (error) {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown';
        for (const [index] of entries) failed.set(index, reason);
        return new Map<string, Sequence>();
      }
    }),
  );
  return new Map(kept.flatMap((sequences) => [...sequences]));
}
