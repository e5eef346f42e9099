import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { createEventBus } from '../../adapters/events/event-bus.ts';
import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { effects } from '../../runtime/effects.ts';
import { eventOf } from '../../treasury/events/event-of.ts';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';
import { showEvent } from '../../treasury/events/show-event.ts';
import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import { checkedEvent, EVENT_SOURCE } from './events.ts';
import { createPublisher } from './publisher.ts';

/** Milliseconds for a connection to EventBridge, and for its answer: a batch is five calls at most, and
 * all of them with their repetitions fit into the function's time. */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** Attempts of one call, the first included. What is put twice has the same id. */
const MAX_ATTEMPTS = 2;

interface PublishingEnvironment {
  readonly EVENT_BUS: string;
  readonly EVENTS_TABLE: string;
  readonly STAGE: string;
}

/** The feed and the bus of a deployment, for the functions that tell of writes. */
export function connectPublisher(environment: PublishingEnvironment) {
  const bus = createEventBus({
    client: new EventBridgeClient({
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: ANSWER_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    }),
    busName: environment.EVENT_BUS,
    source: EVENT_SOURCE,
  });
  const feed = createEventFeed({ client: dynamo(), tableName: environment.EVENTS_TABLE });
  return {
    /** The event of a write, in a form that it can be published in; null if it has none. @throws ZodError, EventTooLargeError */
    eventOf: (move: LedgerMove): TreasuryEvent | null => {
      const event = eventOf(`urn:sluice:${environment.STAGE}`, move);
      if (event === null) return null;
      const shown = showEvent(event);
      bus.checkSize(shown);
      checkedEvent(shown);
      return event;
    },
    publish: createPublisher({ bus, feed, now: effects.now }),
  };
}
