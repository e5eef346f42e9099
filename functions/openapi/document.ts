import * as z from 'zod';
import { type Role, SCOPE_PREFIX } from '../../contract/roles.ts';
import { ROUTES, type Route, routeKeyOf } from '../../contract/routes.ts';
import { problem } from './answers.ts';
import {
  type Operation,
  PROBLEMS_OF_ALL,
  PROBLEMS_OF_BODIES,
  PROBLEMS_OF_KEYS,
  type ProblemOf,
} from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Json = Record<string, unknown>;

/** Version of the contract; grows by one where a caller would have to change. */
const CONTRACT_VERSION = '1.0.0';

/**
 * The OpenAPI 3.1 document, from the table of routes and the schemas that validate. Deterministic: the
 * same sources give the same text.
 */
export function openApiDocument(): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    const operation = OPERATIONS[routeKeyOf(route)];
    if (operation === undefined) throw new Error(`${routeKeyOf(route)} is not described`);
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: described(route, operation, schemas),
    };
  }
  const { bearer } = SECURITY;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: CONTRACT_VERSION,
      description:
        'Treasury automation: balances, sweeps, trades, and the people who decide about them. Amounts are decimal text, times are UTC, problems are application/problem+json.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer }, schemas: sorted(schemas) },
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

function described(route: Route, operation: Operation, schemas: Json): Json {
  const { query, body, answers } = operation;
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(query, schemas),
    ...headers(operation),
  ];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: `For: ${rolesInWords(route.roles)}.`,
    'x-roles': route.roles,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(body.schema, schemas, 'input'),
                example: body.example,
              },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, schema, also = [] }]) => [
          status,
          {
            description,
            content: {
              'application/json': { schema: schemaOf(schema, schemas, 'output') },
              ...Object.fromEntries(also.map((type) => [type, { schema: { type: 'string' } }])),
            },
          },
        ]),
      ),
      ...refusals(operation, schemas),
    },
  };
}

/** "POST /v1/instructions/{id}/approval" is postInstructionsApproval: stable, and read aloud. */
function operationIdOf({ method, path }: Route): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1');
  const words = parts.map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part));
  return [method.toLowerCase(), ...words.flatMap((word) => word.split(/[-.]/))]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

function rolesInWords(roles: readonly Role[]): string {
  return roles.join(', ');
}

function pathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  }));
}

function queryParameters(query: z.ZodType | undefined, schemas: Json): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, schemas, 'input') as {
    readonly properties?: Record<string, Json>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
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
            schema: { type: 'string' },
          },
        ]),
  ];
}

/** 401 is the authoriser's, whose body is one word; of a function only where it was given an ID token. */
const UNAUTHORISED = {
  description: 'No valid access token: not-an-access-token where it is an ID token',
  'x-problems': ['not-an-access-token'],
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { message: { type: 'string' } },
        required: ['message'],
      },
    },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
};

/** Problems by status: one answer each, its types listed. */
function refusals(operation: Operation, schemas: Json): Json {
  const all: readonly ProblemOf[] = [
    ...PROBLEMS_OF_ALL,
    ...(operation.body === undefined ? [] : PROBLEMS_OF_BODIES),
    ...(operation.query === undefined ? [] : [{ status: 400, code: 'invalid-query' }]),
    ...(isPaged(operation) ? [{ status: 400, code: 'cursor-refused' }] : []),
    ...(operation.idempotencyKey === undefined ? [] : PROBLEMS_OF_KEYS),
    ...operation.problems,
  ];
  const content = { 'application/problem+json': { schema: schemaOf(problem, schemas, 'output') } };
  const byStatus = new Map<number, Set<string>>();
  for (const { status, code } of all) {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return {
    401: UNAUTHORISED,
    ...Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [
          status,
          { description: [...codes].sort().join(', '), 'x-problems': [...codes].sort(), content },
        ]),
    ),
  };
}

function isPaged({ query }: Operation): boolean {
  return query instanceof z.ZodObject && 'cursor' in query.shape;
}

/** A schema as JSON Schema; what is named goes to the components and is referred to. */
function schemaOf(schema: z.ZodType, schemas: Json, io: 'input' | 'output'): Json {
  const {
    $defs = {},
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { readonly $defs?: Json };
  Object.assign(schemas, $defs);
  return renamed(own);
}

function renamed(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}

function sorted(schemas: Json): Json {
  return Object.fromEntries(Object.entries(renamed(schemas)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
