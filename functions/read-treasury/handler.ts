import {
  readEnvironment,
  readTreasuryEnvironment,
} from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import { CursorRefusedError, type PageRequest } from '../../adapters/store/pages.ts';
import { createSnapshots, listSnapshots } from '../../adapters/store/snapshots.ts';
import { type ApiEvent, api } from '../http/api.ts';
import { instructionIdOf } from '../http/instruction-id.ts';
import { instructionView } from '../http/instruction-view.ts';
import { type Answer, json, ProblemError } from '../http/problem.ts';
import { validatedQuery } from '../http/validated.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { surroundings } from '../wiring/surroundings.ts';
import { readLaneViews } from './lanes.ts';
import { decisionsQuery, instructionsQuery, noQuery, snapshotsQuery } from './schema.ts';

const environment = readEnvironment(readTreasuryEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ledger = createLedger(ledgerTable);
const lists = createLedgerLists(ledgerTable);
const snapshots = createSnapshots(snapshotsTable);
const client = environment.CLIENT_ID;
const { now } = surroundings;

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

/** What each route reads. The route key is API Gateway's own. */
const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<Answer>>> = {
  'GET /v1/snapshots/latest': async (event) => {
    validatedQuery(noQuery, event.queryStringParameters);
    const latest = await snapshots.latest(client);
    if (latest === null) throw notFound('There is no snapshot yet');
    return json(200, latest);
  },
  'GET /v1/snapshots': async (event) => {
    const query = validatedQuery(snapshotsQuery, event.queryStringParameters);
    const range = { from: query.from ?? ALWAYS.from, to: query.to ?? ALWAYS.to };
    return json(200, await listSnapshots(snapshotsTable, client, range, query));
  },
  'GET /v1/instructions': async (event) => {
    const query = validatedQuery(instructionsQuery, event.queryStringParameters);
    const page = await lists.instructions(client, query.state, pageOf(query));
    return json(200, { ...page, items: page.items.map(instructionView) });
  },
  'GET /v1/instructions/{id}': async (event) => {
    validatedQuery(noQuery, event.queryStringParameters);
    const instruction = await ledger.readInstruction(client, instructionIdOf(event));
    if (instruction === null) throw notFound('There is no such instruction');
    return json(200, instructionView(instruction));
  },
  'GET /v1/sweep-rules': async () => {
    const { rules } = await ledger.readPolicy(client);
    return json(200, { items: rules });
  },
  'GET /v1/accounts': async () => {
    const { accounts } = await ledger.readPolicy(client);
    return json(200, { items: accounts });
  },
  'GET /v1/controls': async () => {
    const { controls } = await ledger.readPolicy(client);
    if (controls === null) throw notFound('No policy has been applied: nothing may be sent');
    return json(200, controls);
  },
  'GET /v1/lanes': async () => json(200, { items: await readLaneViews(ledger, client, now()) }),
  'GET /v1/decisions': async (event) => {
    const query = validatedQuery(decisionsQuery, event.queryStringParameters);
    return json(200, await lists.decisions(client, query.rule, pageOf(query)));
  },
};

/** GET routes: snapshots, instructions, policy, lanes and decisions, as they stand. */
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

function pageOf({ limit, cursor }: PageRequest): PageRequest {
  return cursor === undefined ? { limit } : { limit, cursor };
}

function notFound(title: string): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', title });
}
