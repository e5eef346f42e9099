import type { Labels } from '../../adapters/store/labels.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import { callerOf, displayNameOf } from '../callers/caller.ts';
import type { HttpResponse } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import {
  mentionedIn,
  type NamedKind,
  type Names,
  namesOf,
  type ShownNames,
} from '../responses/id-fields.ts';

/** Where a function reads names. */
export interface NameSource {
  readonly readLabels: (tenant: string) => Promise<Labels>;
  readonly readPeople: (tenant: string) => Promise<ReadonlyMap<string, string>>;
}

/**
 * How long an answer waits for its names: reading them takes ten milliseconds. A trade that was sent, or a halt, is
 * answered without them rather than late.
 */
const NAMES_MS = 500;

const NO_LABELS: Labels = { rules: new Map(), accounts: new Map() };

/**
 * An answer with the names of everything that it mentions, in `names`: one look-up for a whole list, whichever of its
 * fields holds an id. An answer that mentions nothing reads nothing. Ids that have no name are left out, and `names`
 * where no id has one, or where they cannot be read now: nothing is decided by them.
 */
export async function named(
  source: NameSource,
  answer: HttpResponse,
  event: ApiEvent,
): Promise<HttpResponse> {
  const body = bodyOf(answer);
  if (body === null) return answer;
  const mentioned = mentionedIn(body);
  if (mentioned.kinds.size === 0) return answer;
  try {
    const names = await within(NAMES_MS, () => readNames(source, mentioned.kinds, event));
    return withNames(answer, body, namesOf(mentioned.ids, names));
  } catch (error) {
    logger.warn('the names of an answer could not be read', error as Error);
    return answer;
  }
}

/** The object that an answer consists of; null of a problem, a file, or a list without a name. */
function bodyOf({ statusCode = 500, headers, body }: HttpResponse): object | null {
  if (statusCode >= 300 || headers?.['content-type'] !== 'application/json') return null;
  const parsed: unknown = JSON.parse(body ?? '');
  return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
}

async function readNames(
  { readLabels, readPeople }: NameSource,
  kinds: ReadonlySet<NamedKind>,
  event: ApiEvent,
): Promise<Names> {
  const { tenant } = event;
  const [labels, people] = await Promise.all([
    kinds.has('rules') || kinds.has('accounts') ? readLabels(tenant) : NO_LABELS,
    kinds.has('people') ? readPeople(tenant) : new Map<string, string>(),
  ]);
  return { ...labels, people: new Map([...people, ...ownName(event)]) };
}

/** The name of a caller who acts is kept after the answer: this one has it already. */
function ownName(event: ApiEvent): readonly (readonly [string, string])[] {
  if (event.routeKey.startsWith('GET ')) return [];
  const [id, name] = [callerOf(event), displayNameOf(event)];
  return name === id ? [] : [[id, name]];
}

function withNames(answer: HttpResponse, body: object, names: ShownNames | null): HttpResponse {
  if (names === null) return answer;
  const { covered } = answer;
  return {
    ...answer,
    body: JSON.stringify({ ...body, names }),
    ...(covered !== undefined && { covered: JSON.stringify({ ...JSON.parse(covered), names }) }),
  };
}
