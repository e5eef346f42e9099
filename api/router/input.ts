import type * as z from 'zod/mini';
import { callerOf } from '../callers/caller.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { digestOf, generationOf, versionOf } from '../requests/etag.ts';
import { idempotencyKeyOf } from '../requests/idempotency-key.ts';
import { pathOf } from '../requests/path-parameters.ts';
import { validatedBody, validatedQuery } from '../requests/validate.ts';
import type {
  Declaration,
  DeclaredRoutes,
  FileDeclaration,
  Precondition,
} from '../routes/declare.ts';
import { noQuery } from '../routes/no-query.ts';

/** How each precondition is read: with the current value, to name it if a request does not. */
const MATCHED = {
  version: versionOf,
  generation: generationOf,
  digest: digestOf,
} as const satisfies Readonly<Record<Precondition, unknown>>;

type Matched = typeof MATCHED;
type Tail<F> = F extends (event: never, current: infer Current) => infer Result
  ? (current: Current) => Result
  : never;

/** The version that a request rests on. */
export type MatchesVersion = Tail<Matched['version']>;

/** A request to a route, parsed by its declaration. Undeclared parts are not in it. */
export interface Input<D extends Declaration = Declaration> {
  readonly tenant: string;
  readonly requestId: string;
  /** The caller, as the audit log has it. @throws ProblemError if the token identifies no caller. */
  readonly by: () => string;
  readonly path: D extends { readonly path: infer P }
    ? { readonly [Name in keyof P]: string }
    : null;
  readonly query: D extends { readonly query: infer Q extends z.ZodMiniType } ? z.output<Q> : null;
  readonly body: D extends { readonly body: infer B extends z.ZodMiniType } ? z.output<B> : null;
  readonly idempotencyKey: D extends { readonly idempotencyKey: true } ? string : null;
  /** The version that the request rests on; `current` is read only if the request does not say it. */
  readonly ifMatch: D extends { readonly ifMatch: infer P extends Precondition }
    ? Tail<Matched[P]>
    : null;
  /** For inputs with a form of their own: the cursors of a list. */
  readonly event: ApiEvent;
}

/** A route whose list is had in one file as well. */
export type WithFile = Declaration & { readonly file: FileDeclaration };

/** A request for the whole of a list in one file, parsed by its declaration. */
export interface FileInput<D extends WithFile = WithFile> {
  readonly tenant: string;
  readonly routeKey: string;
  /** @throws ProblemError if the token identifies no caller. */
  readonly by: () => string;
  readonly query: z.output<D['file']['query']>;
  /** The parameters as they were sent, for whoever writes the file later. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A request to one of the routes of a function. */
export type InputTo<Declared extends DeclaredRoutes, Key extends keyof Declared['routes']> = Input<
  Declared['routes'][Key]
>;

/** The subject of a request, before the rest of it is parsed. */
export interface PathInput {
  readonly tenant: string;
  readonly routeKey: string;
  readonly path: Readonly<Record<string, string>>;
}

export function pathInputOf({ path = {} }: Declaration, event: ApiEvent): PathInput {
  return { tenant: event.tenant, routeKey: event.routeKey, path: pathOf(path, event) };
}

/** @throws ProblemError where a parameter is not accepted. */
export function fileInputOf({ query }: FileDeclaration, event: ApiEvent): FileInput {
  const { queryStringParameters = {} } = event;
  return {
    tenant: event.tenant,
    routeKey: event.routeKey,
    by: () => callerOf(event),
    query: validatedQuery(query, queryStringParameters),
    parameters: Object.fromEntries(
      Object.entries(queryStringParameters).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  };
}

/**
 * A read refuses every parameter that it does not know. An action without parameters ignores them: a halt must not fail
 * for one too many.
 */
function queryOf({ query }: Declaration, { routeKey, queryStringParameters }: ApiEvent): unknown {
  if (query !== undefined) return validatedQuery(query, queryStringParameters);
  if (routeKey.startsWith('GET ')) validatedQuery(noQuery, queryStringParameters);
  return null;
}

/**
 * Parses the parts that a route declares besides its path, in this order: query, Idempotency-Key, body.
 * @throws ProblemError of the first that is not accepted.
 */
export function inputOf({ path }: PathInput, declaration: Declaration, event: ApiEvent): Input {
  const { body, maximumBytes, idempotencyKey, ifMatch } = declaration;
  const parsed = {
    tenant: event.tenant,
    requestId: event.requestContext.requestId,
    by: () => callerOf(event),
    path,
    query: queryOf(declaration, event),
    idempotencyKey: idempotencyKey === undefined ? null : idempotencyKeyOf(event),
    body: body === undefined ? null : validatedBody(body, event, maximumBytes),
    ifMatch:
      ifMatch === undefined
        ? null
        : (current: never) => MATCHED[ifMatch](event, current) as Promise<never>,
    event,
  };
  // Each is of the type that the declaration's own schema has.
  return parsed as unknown as Input;
}
