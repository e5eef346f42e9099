import { timingSafeEqual } from 'node:crypto';
import type { CursorKeySource, SigningKey } from '../../adapters/secrets/cursor-key.ts';
import { CursorRefusedError } from '../../adapters/store/list-place.ts';
import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import type { ListOrder } from '../../treasury/ports/list-order.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import type { List } from '../responses/list.ts';

/** Version of a cursor's content. */
const VERSION = '2';

/** Query parameters that may differ from page to page; everything else identifies the list. */
const NOT_OF_THE_LIST: ReadonlySet<string> = new Set(['limit', 'cursor', 'format']);

/** The request that a cursor belongs to: its tenant, its route, the names in its path, and its filters. */
type ListRequest = Pick<
  ApiEvent,
  'tenant' | 'routeKey' | 'pathParameters' | 'queryStringParameters'
>;

interface PageWanted {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: ListOrder;
}

interface CursorsOptions {
  readonly keys: CursorKeySource;
}

/** Cursors as callers see them: signed, and valid for the one list that they were issued with. */
export interface Cursors {
  /**
   * Splits a query into the part that selects the page and the part that identifies the list; refuses a cursor of
   * another list.
   */
  readonly paged: <Q extends PageWanted>(
    request: ListRequest,
    query: Q,
  ) => Promise<{ readonly page: PageRequest; readonly filter: Omit<Q, keyof PageWanted> }>;
  /** A page with its cursors signed, in the one shape of every list. */
  readonly sealed: <T>(request: ListRequest, page: Page<T>) => Promise<List<T>>;
}

/**
 * A cursor is `VERSION.KEY.SIGNATURE.POSITION`. The signature (HMAC-SHA256) covers the version, the tenant, the
 * route, the path's and the query's parameters and the position: a position can neither be made up nor carried to
 * another list.
 */
export function createCursors({ keys }: CursorsOptions): Cursors {
  const signature = (key: SigningKey, request: ListRequest, position: string): string =>
    key
      .sign(JSON.stringify(['cursor', VERSION, ...listOf(request), position]))
      .toString('base64url');

  const open = async (request: ListRequest, cursor: string): Promise<string> => {
    const [version, keyId, mac, position, ...rest] = cursor.split('.');
    if (version !== VERSION || !keyId || !mac || !position || rest.length > 0) throw refused();
    const key = await keyNamed(keys, keyId);
    if (key === null) throw outdated();
    // Compared as text: of several texts that stand for the same bytes, one was issued.
    const seen = Buffer.from(mac);
    const made = Buffer.from(signature(key, request, position));
    if (seen.length !== made.length || !timingSafeEqual(seen, made)) throw refused();
    return position;
  };

  const seal = async (
    request: ListRequest,
    position: string | undefined,
  ): Promise<string | null> => {
    if (position === undefined) return null;
    const key = await currentKey(keys);
    return [VERSION, key.id, signature(key, request, position), position].join('.');
  };

  return {
    paged: async (request, { limit, cursor, sort: order, ...filter }) => {
      const page = { limit, ...(order !== undefined && { order }), ...namesUnreadable(filter) };
      if (cursor === undefined) return { page, filter };
      return { page: { ...page, cursor: await open(request, cursor) }, filter };
    },
    sealed: async (request, { items, next, previous, unreadable }) => ({
      items,
      next: await seal(request, next),
      previous: await seal(request, previous),
      ...(unreadable !== undefined && { unreadable }),
    }),
  };
}

/** A table has no place for the names of what cannot be read: it is refused whole, so that it lacks no row unseen. */
function namesUnreadable(filter: object): Pick<PageRequest, 'namesUnreadable'> {
  const isTable = 'format' in filter && filter.format === 'csv';
  return isTable ? {} : { namesUnreadable: true };
}

/** The identity of a list: the same in whichever order its parameters are given. */
function listOf({
  tenant,
  routeKey,
  pathParameters,
  queryStringParameters,
}: ListRequest): unknown[] {
  const filters = inOrder(queryStringParameters).filter(([name]) => !NOT_OF_THE_LIST.has(name));
  return [tenant, routeKey, inOrder(pathParameters), filters];
}

function inOrder(parameters: ListRequest['pathParameters']): [string, string | undefined][] {
  return Object.entries(parameters ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The key of that name: the current one, also where it was replaced since it was read last. */
async function keyNamed(keys: CursorKeySource, id: string): Promise<SigningKey | null> {
  const held = await currentKey(keys);
  if (held.id === id) return held;
  const reading = await keys.refresh();
  return reading.ok && reading.key.id === id ? reading.key : null;
}

async function currentKey(keys: CursorKeySource): Promise<SigningKey> {
  const reading = await keys.current();
  if (!reading.ok) throw new Error(`cursors cannot be signed: ${reading.reason}`);
  return reading.key;
}

/** The refusal does not tell tampering from another list: an attacker who makes cursors up learns nothing. */
function refused(): ProblemError {
  return cursorRefusal(
    'not a cursor of this list',
    'The filters have to be those of the first page.',
  );
}

function outdated(): ProblemError {
  return cursorRefusal(
    'signed with a key that is not in use',
    'Keys are replaced from time to time.',
  );
}

/** The response if the store could not read on from a cursor; null for any other error. */
export function cursorProblem(error: unknown): ProblemError | null {
  return error instanceof CursorRefusedError
    ? cursorRefusal('not a cursor of this list', 'It leads out of the list.')
    : null;
}

/** A cursor that this list did not issue, or whose key is no longer known. */
function cursorRefusal(seen: string, why: string): ProblemError {
  const accepted = '`next` or `previous` of another page of the list, with the same filters';
  return new ProblemError(
    problem('cursor-refused', {
      detail: `${why} Begin anew without a cursor.`,
      fields: [{ field: 'cursor', seen, accepted }],
    }),
  );
}
