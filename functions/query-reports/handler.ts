import {
  queryReportsEnvironment,
  readEnvironment,
} from '../../adapters/environment/environment.ts';
import { CursorRefusedError } from '../../adapters/store/pages.ts';
import { createSnapshots, listSnapshots, takenBy } from '../../adapters/store/snapshots.ts';
import { formatQuery, snapshotsQuery } from '../../contract/reports.ts';
import { api } from '../http/api.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { type Answer, ProblemError } from '../http/problem.ts';
import { validatedQuery } from '../http/validated.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { snapshotAnswer, snapshotsAnswer } from './snapshots.ts';

const environment = readEnvironment(queryReportsEnvironment);
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const snapshots = createSnapshots(snapshotsTable);
const client = environment.CLIENT_ID;

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

/** What each route reads. The route key is API Gateway's own. */
const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<Answer>>> = {
  'GET /v1/snapshots/latest': async (event) => {
    const { format } = validatedQuery(formatQuery, event.queryStringParameters);
    const latest = await snapshots.latest(client);
    if (latest === null) throw notFound('There is no snapshot yet');
    return snapshotAnswer(latest, format);
  },
  'GET /v1/snapshots': async (event) => {
    const { at, format, ...query } = validatedQuery(snapshotsQuery, event.queryStringParameters);
    if (at !== undefined) {
      const found = await takenBy(snapshotsTable, client, at);
      return snapshotsAnswer({ items: found === null ? [] : [found] }, format);
    }
    const range = { from: query.from ?? ALWAYS.from, to: query.to ?? ALWAYS.to };
    return snapshotsAnswer(await listSnapshots(snapshotsTable, client, range, query), format);
  },
};

/** GET routes of reporting: what was held, what it was worth, from snapshots and their roll-ups. */
export const handler = api(async (event) => {
  const route = ROUTES[event.routeKey];
  if (route === undefined) throw notFound(`There is no route ${event.routeKey}`);
  try {
    return await route(event);
  } catch (error) {
    if (!(error instanceof CursorRefusedError)) throw error;
    throw new ProblemError({
      status: 400,
      code: 'invalid-query',
      title: 'The query was not accepted',
      fields: [{ field: 'cursor', seen: 'another text', accepted: 'a cursor of this list' }],
    });
  }
});

function notFound(title: string): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', title });
}
