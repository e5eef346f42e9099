import type * as z from 'zod/mini';
import type { FullExportFormat } from '../../adapters/exports/export-format.ts';
import type { PathParameter } from '../requests/path-parameters.ts';
import type { Role } from '../roles/roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** As API Gateway names a route: "GET /v1/lanes". */
export type RouteKey = `${Method} /v1/${string}`;

/** The names between braces in a path. */
type Names<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The subject of a request's If-Match: the version of an item, the generation of the halt, a digest. */
export type Precondition = 'version' | 'generation' | 'digest';

/**
 * When a stage that demands it refuses a caller who did not sign in a moment ago: at every request, or where the
 * subject of the path is above the limit.
 */
export type RecentSignIn = 'always' | 'above-limit';

/** The full export of a list, at the route of its pages. */
export interface FileDeclaration {
  readonly formats: readonly FullExportFormat[];
  /** True for the parameters of a request for the file; any other is one for a page. */
  readonly isWanted: (parameters: Readonly<Record<string, string | undefined>>) => boolean;
  /** Parameters of a request for the file, its format and part included. */
  readonly query: z.ZodMiniType;
}

/** One route of the API, beside its key. `api/openapi/operations` has the document's part about it. */
export interface Declaration {
  /** A caller needs one of these. */
  readonly roles: readonly Role[];
  /** The permitted form of each name of the path. */
  readonly path?: Readonly<Record<string, PathParameter>>;
  /** Without one, a read accepts no parameters, and an action ignores them. */
  readonly query?: z.ZodMiniType;
  readonly file?: FileDeclaration;
  readonly body?: z.ZodMiniType;
  /** Bytes of a body that may be larger than those of other routes. */
  readonly maximumBytes?: number;
  /** Of a read whose answer no cache may keep: it has an address that is good for whoever holds it. */
  readonly cache?: 'never';
  /**
   * Members of a read's answer that only the passing of time changes, with dots between the levels. Its ETag leaves them
   * out: as long as it is the same, nothing happened.
   */
  readonly passing?: readonly string[];
  /**
   * Its answer says something to people in the language that they ask for (`Accept-Language`). Facts are the same in each, so
   * the ETag is.
   */
  readonly said?: true;
  readonly idempotencyKey?: true;
  readonly ifMatch?: Precondition;
  readonly recentSignIn?: RecentSignIn;
}

/** A path with names needs to say their form; a path without any says nothing. */
type Declared<Key extends string> = Declaration &
  ([Names<Key>] extends [never]
    ? { readonly path?: never }
    : { readonly path: Readonly<Record<Names<Key>, PathParameter>> });

/** The routes that one function serves. */
export interface DeclaredRoutes<
  Name extends string = string,
  Routes extends Readonly<Record<string, Declaration>> = Readonly<Record<string, Declaration>>,
> {
  readonly function: Name;
  readonly routes: Routes;
}

/** Declares every route of a function: the stacks make them, its router serves them, the documents show them. */
export function declare<
  const Name extends string,
  const Routes extends {
    readonly [Key in keyof Routes]: Key extends RouteKey ? Declared<Key> : never;
  },
>(name: Name, routes: Routes): DeclaredRoutes<Name, Routes> {
  return { function: name, routes };
}
