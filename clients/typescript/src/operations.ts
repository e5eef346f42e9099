import type { paths } from './generated/api.ts';

/*
 * The routes as this client's functions take and return them. Everything derives from the generated types.
 */

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths] &
  string;

/** What a caller saw of a thing: the answer that showed it, or its ETag. */
export type Seen = string | { readonly etag: string | null };

type None = Record<never, never>;

interface Parameters {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly header?: unknown;
}

type PathOf<P extends Parameters> = [NonNullable<P['path']>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: NonNullable<P['path']> };

type QueryOf<P extends Parameters> = [NonNullable<P['query']>] extends [never]
  ? { readonly query?: undefined }
  : None extends NonNullable<P['query']>
    ? { readonly query?: P['query'] }
    : { readonly query: P['query'] };

type HeadersOf<P extends Parameters> = HeaderInput<Extract<NonNullable<P['header']>, object>>;

type HeaderInput<Headers> = (Requires<Headers, 'If-Match'> extends true
  ? { readonly ifMatch: Seen }
  : None) &
  (Requires<Headers, 'Idempotency-Key'> extends true
    ? {
        /** A new one for every call by default. State it to repeat a request whose answer was lost. */
        readonly idempotencyKey?: string;
      }
    : None);

type Requires<Headers, Name extends string> = [Headers] extends [never]
  ? false
  : Name extends keyof Headers
    ? true
    : false;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { readonly body?: Body }
    : None;

/** What every call takes beside the parameters of its route. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type InputOf<P extends keyof paths, M extends Method> = paths[P][M] extends {
  parameters: infer Given extends Parameters;
}
  ? PathOf<Given> & QueryOf<Given> & HeadersOf<Given> & BodyOf<paths[P][M]> & CallOptions
  : never;

/** An input without a required field can be left out. */
export type Arguments<Input> = None extends Input ? [input?: Input] : [input: Input];

type Success = 200 | 201 | 202;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

/** An answer that is no problem: one member of the union for every status, so that `status` tells them apart. */
export type ResponseOf<P extends keyof paths, M extends Method> = paths[P][M] extends {
  responses: infer Responses;
}
  ? {
      [S in keyof Responses & Success]: {
        readonly status: S;
        readonly data: ContentOf<Responses[S]>;
        /** For `ifMatch` of a later call; null if the answer has none. */
        readonly etag: string | null;
        /** Whether this answer repeats that of an earlier request with the same key. */
        readonly replayed: boolean;
        readonly headers: Headers;
      };
    }[keyof Responses & Success]
  : never;
