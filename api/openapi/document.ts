import type * as z from 'zod/mini';
import { LANGUAGES } from '../../treasury/facts/sentences/language.ts';
import { type Role, SCOPE_PREFIX } from '../roles/roles.ts';
import { TENANT_PARAMETER } from '../routes/no-query.ts';
import { ROUTES, type Route } from '../routes/routes.ts';
import { described as describeFields } from './descriptions/describe.ts';
import { parameterOf } from './descriptions/parameters.ts';
import { PROBLEM_COMPONENTS } from './examples/problem.ts';
import type { Json } from './json.ts';
import { namedSchemaOf, schemaOf } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { OPERATION_NAMES } from './operation-names.ts';
import { OPERATIONS } from './operations.ts';
import { isConditional, responsesOf } from './responses.ts';
import { SharedResponses } from './shared-responses.ts';
import { inPascal } from './variants.ts';

/** Version of the contract; its first number grows with every change that callers have to follow. */
const CONTRACT_VERSION = '2.0.0';

/**
 * The OpenAPI 3.1 document, from the table of routes and the schemas that validate. Deterministic: the
 * same sources give the same text.
 */
export function openApiDocument(): Json {
  const schemas: Json = {};
  const shared = new SharedResponses();
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    const operation = OPERATIONS[route.key];
    if (operation === undefined) throw new Error(`${route.key} is not described`);
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: described(route, operation, schemas, shared),
    };
  }
  const { bearer } = SECURITY;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: CONTRACT_VERSION,
      description:
        'Treasury automation: balances, sweeps, trades, and the people who decide about them. Amounts are decimal text, times are UTC, problems are application/problem+json. Where a deployment has several tenants, every route takes the query parameter `tenant`, which chooses among those of the caller; without it the first of them is meant.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer },
      schemas: describeFields(sorted(schemas)),
      responses: sorted(shared.components),
      examples: PROBLEM_COMPONENTS,
    },
  };
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `An access token of the configured issuer. People carry their roles as groups, programs as scopes "${SCOPE_PREFIX}ROLE".`,
  },
};

function described(
  route: Route,
  operation: Operation,
  schemas: Json,
  shared: SharedResponses,
): Json {
  const { query, body } = operation;
  const { operationId, summary } = OPERATION_NAMES[route.key];
  const name = inPascal(operationId);
  const parameters = [
    ...pathParameters(route.path),
    TENANT,
    ...queryParameters(query, schemas, name),
    ...headers(operation),
    ...(isConditional(route.key, operation) ? [IF_NONE_MATCH] : []),
    ...(operation.said === true ? [ACCEPT_LANGUAGE, TIME_ZONE] : []),
  ];
  return {
    operationId,
    tags: [tagOf(route)],
    summary,
    description: `For: ${formatRoles(route.roles)}.`,
    'x-roles': route.roles,
    parameters,
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: namedSchemaOf(body.schema, schemas, { io: 'input', name: `${name}Body` }),
                example: body.example,
              },
            },
          },
        }),
    responses: responsesOf(route.key, operation, { schemas, shared, name }),
  };
}

/** The subject of a route: the first part of its path. */
function tagOf({ path }: Route): string {
  return path.split('/')[2]?.replace('.json', '') ?? '';
}

function formatRoles(roles: readonly Role[]): string {
  return roles.join(', ');
}

/** Every route concerns one tenant: the one that is named here, or the first that the caller may see. */
const TENANT = {
  name: TENANT_PARAMETER,
  in: 'query',
  required: false,
  description:
    'Which of your tenants it is about, where you have several; without it, the first of them',
  example: 'default',
  schema: { type: 'string' },
};

/** The first of the codes; of several, one. */
function exampleOfCodes({ enum: codes, items }: Json): Json {
  if (Array.isArray(codes)) return { example: codes[0] };
  const { enum: inner } = (items ?? {}) as Json;
  return Array.isArray(inner) ? { example: [inner[0]] } : {};
}

/** A read that is repeated needs no body while nothing has changed. */
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that you hold: 304 without a body if it would be the same',
  example: 'W/"c2l4dGVlbiBieXRlcyBvZi"',
  schema: { type: 'string' },
};

/** Of an answer that says something to people. */
const ACCEPT_LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: `Language of the sentences in the answer: ${LANGUAGES.join(' or ')}; English where it names none of them. Codes and numbers are the same in each, and so is the ETag; 304 is answered in another one only to whoever sends Cache-Control: no-cache, which no cache answers`,
  example: 'de-CH, de;q=0.9, en;q=0.8',
  schema: { type: 'string' },
};

const TIME_ZONE = {
  name: 'Time-Zone',
  // A generator for Go would call it as it calls the query's timeZone.
  'x-go-name': 'ReaderTimeZone',
  in: 'header',
  required: false,
  description:
    'By whose clocks the sentences in the answer say moments: an IANA time zone, which they name; UTC where it is none. Fields that are moments are in UTC for every reader',
  example: 'Europe/Zurich',
  schema: { type: 'string' },
};

function pathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Of what the path is about, as lists and answers name it',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  }));
}

function queryParameters(
  query: z.ZodMiniType | undefined,
  schemas: Json,
  operation: string,
): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, schemas, {
    io: 'input',
    name: operation,
  }) as {
    readonly properties?: Record<string, Json>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
    ...parameterOf(operation, name),
    ...exampleOfCodes(schema),
    schema,
  }));
}

function headers({ idempotencyKey, ifMatch }: Operation): readonly Json[] {
  return [
    ...(idempotencyKey === undefined
      ? []
      : [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            description:
              'A new one for every new request; repeating it answers with what it caused',
            example: 'rent-2026-01',
            schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
          },
        ]),
    ...(ifMatch === undefined
      ? []
      : [
          {
            name: 'If-Match',
            in: 'header',
            required: true,
            description: 'The ETag of what is replaced, as it was seen',
            example: '"3"',
            schema: { type: 'string' },
          },
        ]),
  ];
}

function sorted(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
