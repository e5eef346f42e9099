import { createEventFeed } from '../../adapters/store/event-feed.ts';
import { cursorsAround, type ListPlace, placeIn } from '../../adapters/store/list-place.ts';
import type { Page } from '../../adapters/store/pages.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { rolesOf } from '../../api/callers/roles.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { type HttpResponse, json, ProblemError, problem } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { REVIEWERS } from '../../api/roles/role-groups.ts';
import { FEED_DAYS, type Sequence, type StoredEvent } from '../../treasury/events/event-batch.ts';
import { placeSince } from '../../treasury/events/place-since.ts';
import {
  type FeedEvent,
  type FeedPage,
  type FeedQuestion,
  readFeed,
  readFeedBack,
  sequenceAfter,
  sequenceBefore,
} from '../../treasury/events/read-feed.ts';
import { showEvent } from '../../treasury/events/show-event.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** Who was denied what is shown to those who may read the list of denials. */
const AUDITED = 'com.sluice.access.';

/** What a caller asks of the feed. */
interface EventsQuery extends EventsFilter {
  readonly limit: number;
  readonly cursor?: string;
}

interface EventsFilter {
  readonly after?: Sequence;
  readonly from?: Instant;
  readonly type?: (type: string) => boolean;
}

interface EventsPorts {
  readonly table: StoreTable;
  readonly cursors: Cursors;
  readonly now: () => Instant;
}

/** GET /v1/events: the feed, oldest first, from behind a place, from a moment on, or from its beginning. */
export function eventsRoute({ table, cursors, now }: EventsPorts) {
  const feed = createEventFeed(table);
  return async (event: ApiEvent, query: EventsQuery): Promise<HttpResponse> => {
    const { page, filter } = await cursors.paged(event, query);
    const { limit, cursor } = page;
    const question = {
      tenant: event.tenant,
      now: now(),
      limit,
      wants: wantedBy(event, filter.type),
    };
    const start = cursor === undefined ? null : placeIn(cursor);
    if (start?.direction === 'previous') {
      const before = start.inclusive ? sequenceAfter(start.key) : start.key;
      const found = await readFeedBack(feed, { ...question, before });
      const listed = { ...found, events: found.events.toReversed() };
      return json(200, await sealed(cursors, event, pageOf(listed, start), start.key));
    }
    const after = start === null ? await startOf(feed, question, filter) : placeBehind(start);
    const found = await readFeed(feed, { ...question, after });
    if (found.result === 'expired') throw expired(after, found.resume);
    const behind: ListPlace | null =
      start ?? (after === null ? null : { direction: 'next', key: after, inclusive: false });
    return json(200, await sealed(cursors, event, pageOf(found, behind), found.position));
  };
}

async function startOf(
  feed: ReturnType<typeof createEventFeed>,
  question: FeedQuestion,
  { after, from }: EventsFilter,
): Promise<Sequence | null> {
  if (after !== undefined) return after;
  return from === undefined ? null : await placeSince(feed, question, from);
}

function placeBehind({ key, inclusive }: ListPlace): Sequence {
  return inclusive ? sequenceBefore(key) : key;
}

function wantedBy(
  event: ApiEvent,
  isWanted: (type: string) => boolean = () => true,
): (event: StoredEvent) => boolean {
  const roles = rolesOf(event);
  const isReviewer = REVIEWERS.some((role) => roles.includes(role));
  return ({ type }) => isWanted(type) && (isReviewer || !type.startsWith(AUDITED));
}

function pageOf({ events, position, more }: FeedPage, start: ListPlace | null): Page<FeedEvent> {
  const end = more && position !== null ? position : undefined;
  return { items: events.map(showEvent), ...cursorsAround(start, end) };
}

async function sealed(
  cursors: Cursors,
  event: ApiEvent,
  page: Page<FeedEvent>,
  position: Sequence | null,
): Promise<object> {
  return { ...(await cursors.sealed(event, page)), position };
}

function expired(after: Sequence | null, resume: Sequence | null): ProblemError {
  const seen = after ?? '';
  const accepted =
    resume === null ? 'no place: the feed is empty' : `${resume}, or a place behind it`;
  return new ProblemError(
    problem('events-expired', {
      detail: `Events behind this place are no longer kept, which they are for ${FEED_DAYS} days, or there is no such place. Read what they were about anew, then go on from \`resume\`; without one, ask without \`after\`.`,
      fields: [{ field: 'after', seen, accepted }],
      members: { resume },
    }),
  );
}
