import * as z from 'zod/mini';
import { declared, PROBLEMS, type ProblemCode } from '../problems/problem-table.ts';
import { READER_HEADERS } from '../requests/language.ts';
import type { DeclaredKey } from '../routes/routes.ts';
import { ANSWER_EXAMPLES } from './examples/answers.ts';
import { problemExamplesOf } from './examples/problem.ts';
import { exampleOf, withExampleNames } from './examples.ts';
import type { Json } from './json.ts';
import { namedSchemaOf } from './json-schema.ts';
import {
  type Operation,
  PROBLEMS_OF_ALL,
  PROBLEMS_OF_BODIES,
  PROBLEMS_OF_KEYS,
  PROBLEMS_OF_MATCHES,
  PROBLEMS_OF_SIGN_INS,
  type ResponseHeader,
} from './operation.ts';
import { problem } from './response-schemas.ts';
import type { SharedResponses } from './shared-responses.ts';

/** Headers that answers have beside those of every one. */
const HEADERS: Readonly<Record<ResponseHeader, Json>> = {
  ETag: {
    description: 'Its version, for the If-Match of a replacement',
    required: true,
    schema: { type: 'string' },
    example: '"3"',
  },
  Location: {
    description: 'Where to see what becomes of it',
    required: true,
    schema: { type: 'string' },
    example: '/v1/trades/trade-6e41c1b2d6ed8c3120a1cfc4dffc9af0',
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again',
    schema: { type: 'string' },
    example: '5',
  },
  'Idempotent-Replayed': {
    description: '"true" where the request was made before: this is what the first one caused',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** The version that may be an item's last: from then on no decision rests on it, and it has no ETag. */
const WITHOUT_ETAG_AT_LAST: ReadonlySet<unknown> = new Set([
  '#/components/schemas/Instruction',
  '#/components/schemas/UnbookedView',
]);

const ETAG_WHILE_UNDECIDED: Json = {
  description: 'What a decision about it names in If-Match; absent where nothing is to decide',
  schema: { type: 'string' },
  example: '"5f2b8c1d9e0a4b7c8d6e5f4a3b2c1d0e"',
};

/** The tags of reads. One that a precondition may name has the item's version, or digest, in front. */
const READ_ETAG: Json = {
  description: 'Names this very answer, for If-None-Match',
  required: true,
  schema: { type: 'string' },
  example: 'W/"c2l4dGVlbiBieXRlcyBvZi"',
};
const READ_ETAG_OF_ITEM: Json = {
  description:
    'Its version and a digest of this answer: for the If-Match of a replacement, and for If-None-Match',
  required: true,
  schema: { type: 'string' },
  example: '"3.c2l4dGVlbiBieXRlcyBvZi"',
};
const READ_ETAG_WHILE_UNDECIDED: Json = {
  description:
    'For If-None-Match; while a decision about it is open, also what that names in If-Match',
  required: true,
  schema: { type: 'string' },
  example: '"5f2b8c1d9e0a4b7c8d6e5f4a3b2c1d0e.c2l4dGVlbiBieXRlcyBvZi"',
};

/** Of an answer that says something to people. */
const VARY: Json = {
  description: 'The headers of the request that this answer depends on, its reader’s among them',
  required: true,
  schema: { type: 'string' },
  example: READER_HEADERS,
};

/** A read that was made conditional on a change. */
const NOT_MODIFIED: Json = {
  description: 'Nothing has changed since the answer whose ETag If-None-Match names; no body',
  headers: { ETag: READ_ETAG },
};

/** True for a route whose answer a cache may keep, and revalidates. */
export function isConditional(key: DeclaredKey, { cache }: Pick<Operation, 'cache'>): boolean {
  return key.startsWith('GET ') && cache !== 'never';
}

function headersOf(
  names: readonly ResponseHeader[],
  schema: Json,
  { isRead, isSaid }: { readonly isRead: boolean; readonly isSaid: boolean },
): Json {
  const made = names.map((name) => [name, headerOf(name, schema, isRead)] as const);
  const headers = {
    ...(isRead && { ETag: READ_ETAG }),
    ...(isSaid && { Vary: VARY }),
    ...Object.fromEntries(made),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

function headerOf(header: ResponseHeader, { $ref }: Json, isRead: boolean): Json {
  if (header !== 'ETag') return HEADERS[header];
  if (WITHOUT_ETAG_AT_LAST.has($ref))
    return isRead ? READ_ETAG_WHILE_UNDECIDED : ETAG_WHILE_UNDECIDED;
  return isRead ? READ_ETAG_OF_ITEM : HEADERS[header];
}

/** The header of the problems with one status, if some of them say for how long to wait. */
function retryAfterOf(status: number, codes: readonly ProblemCode[]): Json {
  const waiting = codes.filter((code) => declared(code).retryAfter !== undefined);
  if (waiting.length === 0) return {};
  const missing = GATEWAYS_TOO.has(status) ? '; missing where API Gateway itself answers' : '';
  const description = `Seconds to wait, with ${waiting.join(', ')}${missing}`;
  return { headers: { 'Retry-After': { ...HEADERS['Retry-After'], description } } };
}

/** Every response of a route, by status. `shared`: the place of the problems' responses. */
export function responsesOf(
  key: DeclaredKey,
  operation: Operation,
  { schemas, shared, name }: Described,
): Json {
  const own: Readonly<Record<string, unknown>> = ANSWER_EXAMPLES;
  const isRead = isConditional(key, operation);
  const shown = new Map<z.ZodMiniType, Json>();
  const schemaOf = (schema: z.ZodMiniType): Json => {
    const known = shown.get(schema);
    if (known !== undefined) return known;
    // The same answer with two statuses is one schema. Generated clients call their own types "...Response".
    const suffix = shown.size === 0 ? '' : `${shown.size + 1}`;
    const made = namedSchemaOf(schema, schemas, {
      io: 'output',
      name: `${name}Result${suffix}`,
    });
    shown.set(schema, made);
    return made;
  };
  const answers = Object.entries(operation.answers).map(
    ([status, { description, schema, also = [], headers = [] }]) => [
      status,
      {
        description,
        ...headersOf(headers, schemaOf(schema), {
          isRead: isRead && status === '200',
          isSaid: operation.said === true,
        }),
        content: {
          'application/json': {
            schema: schemaOf(schema),
            example: withExampleNames(
              own[`${key} ${status}`] ?? exampleOf(schemaOf(schema), schemas),
              schemaOf(schema),
              schemas,
            ),
          },
          ...Object.fromEntries(also.map((type) => [type, { schema: { type: 'string' } }])),
        },
      },
    ],
  );
  return {
    ...Object.fromEntries(answers),
    ...(isRead && { 304: shared.named('NotModified', NOT_MODIFIED) }),
    ...refusals(operation, { schemas, shared, name }),
  };
}

interface Described {
  readonly schemas: Json;
  readonly shared: SharedResponses;
  /** The operation's own name, for schemas without one. */
  readonly name: string;
}

/** API Gateway's own responses, before any function is invoked. */
const GATEWAY_MESSAGE = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

function ofGateway(message: string): Json {
  return { schema: { $ref: '#/components/schemas/GatewayMessage' }, example: { message } };
}

/**
 * 401 is the authoriser's, before any function: the one answer that cannot be a problem in AWS. It is a function's only if
 * it was given an ID token.
 */
const UNAUTHORISED = {
  description:
    'No valid access token. API Gateway answers this itself, before any function: one word as application/json, never a problem, with WWW-Authenticate. Only an ID token in place of an access token is refused by Sluice, with the problem not-an-access-token',
  headers: {
    'WWW-Authenticate': {
      description: 'Bearer, and why the token was refused; missing with not-an-access-token',
      schema: { type: 'string' },
      example: 'Bearer scope="" error="invalid_token" error_description="the token has expired"',
    },
  },
  'x-problems': ['not-an-access-token'],
  content: {
    'application/json': ofGateway('Unauthorized'),
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: problemExamplesOf(['not-an-access-token']),
    },
  },
};

/** Statuses that API Gateway answers with as well, in its own words. */
const GATEWAYS_TOO: ReadonlySet<number> = new Set([429]);

const PROBLEM = { io: 'output', name: 'Problem' } as const;

/** Problems by status: one answer each, its types listed. */
function refusals(operation: Operation, { schemas, shared, name }: Described): Json {
  schemas.GatewayMessage = GATEWAY_MESSAGE;
  const schema = namedSchemaOf(problem, schemas, PROBLEM);
  const byStatus = Map.groupBy(new Set(problemsOf(operation)), (code) => PROBLEMS[code].status);
  return {
    401: shared.refer(UNAUTHORISED, 401, ['not-an-access-token'], name),
    ...Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => {
          const sorted = codes.sort();
          return [status, shared.refer(refusal(status, sorted, schema), status, sorted, name)];
        }),
    ),
  };
}

function problemsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...PROBLEMS_OF_ALL,
    ...(operation.body === undefined ? [] : PROBLEMS_OF_BODIES),
    ...(operation.query === undefined ? [] : ['invalid-query' as const]),
    ...(isPaged(operation) ? ['cursor-refused' as const] : []),
    ...(operation.idempotencyKey === undefined ? [] : PROBLEMS_OF_KEYS),
    ...(operation.ifMatch === undefined ? [] : PROBLEMS_OF_MATCHES),
    ...(operation.recentSignIn === undefined ? [] : PROBLEMS_OF_SIGN_INS),
    ...operation.problems,
  ];
}

function refusal(status: number, codes: readonly ProblemCode[], schema: Json): Json {
  const examples = problemExamplesOf(codes);
  const content = { 'application/problem+json': { schema, examples } };
  return {
    description: codes.join(', '),
    'x-problems': codes,
    ...retryAfterOf(status, codes),
    content: GATEWAYS_TOO.has(status)
      ? { 'application/json': ofGateway('Too Many Requests'), ...content }
      : content,
  };
}

function isPaged({ query }: Operation): boolean {
  return query instanceof z.ZodMiniObject && 'cursor' in query.shape;
}
