import {
  readEnvironment,
  readTreasuryEnvironment,
} from '../../adapters/environment/environment.ts';
import { entriesAfter, listAudit } from '../../adapters/store/audit-trail.ts';
import { createHistory } from '../../adapters/store/history.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import { CursorRefusedError, type Page, type PageRequest } from '../../adapters/store/pages.ts';
import { createSnapshots, listSnapshots } from '../../adapters/store/snapshots.ts';
import {
  auditQuery,
  decisionsQuery,
  instructionsQuery,
  noQuery,
  snapshotsQuery,
  tradesQuery,
  verificationQuery,
  withdrawalsQuery,
} from '../../contract/queries.ts';
import document from '../../docs/openapi.json' with { type: 'json' };
import { verifyTrail } from '../../treasury/audit/verify-trail.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { api } from '../http/api.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { instructionIdOf } from '../http/instruction-id.ts';
import { instructionView } from '../http/instruction-view.ts';
import { type Answer, json, ProblemError } from '../http/problem.ts';
import { validatedQuery } from '../http/validated.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { surroundings } from '../wiring/surroundings.ts';
import { auditAnswer, headOf, MAX_VERIFIED_ENTRIES, verificationAnswer } from './audit.ts';
import { readLaneViews } from './lanes.ts';
import { policyRoutes } from './policy.ts';

const environment = readEnvironment(readTreasuryEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ledger = createLedger(ledgerTable);
const lists = createLedgerLists(ledgerTable);
const snapshots = createSnapshots(snapshotsTable);
const history = createHistory({ snapshots: snapshotsTable, ledger: ledgerTable });
const trail = { entriesAfter: entriesAfter(ledgerTable), readAuditHead: ledger.readAuditHead };
const client = environment.CLIENT_ID;
const { now } = surroundings;

/** Before the first and after the last moment that four-digit years can name. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' } as const;

/** What each route reads. The route key is API Gateway's own. */
const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<Answer>>> = {
  'GET /v1/openapi.json': async () => json(200, document),
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
    const { page, filter } = paged(query);
    return json(200, shown(await lists.instructions(client, filter, page)));
  },
  'GET /v1/withdrawals': async (event) => {
    const { page, filter } = paged(validatedQuery(withdrawalsQuery, event.queryStringParameters));
    const kind = 'withdrawal';
    return json(200, shown(await lists.instructions(client, { ...filter, kind }, page)));
  },
  'GET /v1/withdrawals/{id}': async (event) => {
    validatedQuery(noQuery, event.queryStringParameters);
    const instruction = await ledger.readInstruction(client, instructionIdOf(event));
    if (instruction?.content.kind !== 'withdrawal') throw notFound('There is no such withdrawal');
    return json(200, instructionView(instruction));
  },
  'GET /v1/trades': async (event) => {
    const { page, filter } = paged(validatedQuery(tradesQuery, event.queryStringParameters));
    const kind = 'trade';
    return json(200, shown(await lists.instructions(client, { ...filter, kind }, page)));
  },
  'GET /v1/trades/{id}': async (event) => {
    validatedQuery(noQuery, event.queryStringParameters);
    const instruction = await ledger.readInstruction(client, instructionIdOf(event));
    if (instruction?.content.kind !== 'trade') throw notFound('There is no such trade');
    return json(200, instructionView(instruction));
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
  ...policyRoutes(ledgerTable, client, now, { ledger, history }),
  'GET /v1/lanes': async () => json(200, { items: await readLaneViews(ledger, client, now()) }),
  'GET /v1/decisions': async (event) => {
    const { page, filter } = paged(validatedQuery(decisionsQuery, event.queryStringParameters));
    return json(200, await lists.decisions(client, filter, page));
  },
  'GET /v1/audit': async (event) => {
    const { format, ...query } = validatedQuery(auditQuery, event.queryStringParameters);
    const { page, filter } = paged(query);
    return auditAnswer(await listAudit(ledgerTable, client, filter, page), format);
  },
  'GET /v1/audit/verification': async (event) => {
    const query = validatedQuery(verificationQuery, event.queryStringParameters);
    return verificationAnswer(
      await verifyTrail(trail, client, MAX_VERIFIED_ENTRIES, headOf(query)),
    );
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

/** What of a query says which page, and what says of which list. */
function paged<Q extends PageRequest>({ limit, cursor, ...filter }: Q) {
  const page: PageRequest = cursor === undefined ? { limit } : { limit, cursor };
  return { page, filter };
}

function shown(page: Page<Instruction>): object {
  return { ...page, items: page.items.map(instructionView) };
}

function notFound(title: string): ProblemError {
  return new ProblemError({ status: 404, code: 'not-found', title });
}
