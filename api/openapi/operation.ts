import type * as z from 'zod/mini';
import type { ProblemCode } from '../problems/problem-table.ts';
import type { Precondition, RecentSignIn } from '../routes/declare.ts';

/** The document's content about a route beyond its declaration. */
export interface Documented {
  /** Of the body, if the route has one. */
  readonly example?: object;
  /** Successful answers, by status. */
  readonly answers: Readonly<Record<number, Answered>>;
  /** Codes of the problems that are this route's own; those of every route are added. */
  readonly problems: readonly ProblemCode[];
}

/** The same with the route's declaration. */
export interface Operation extends Documented {
  readonly query?: z.ZodMiniType;
  readonly body?: { readonly schema: z.ZodMiniType; readonly example: unknown };
  readonly idempotencyKey?: true;
  readonly ifMatch?: Precondition;
  readonly cache?: 'never';
  readonly said?: true;
  readonly recentSignIn?: RecentSignIn;
}

interface Answered {
  readonly description: string;
  readonly schema: z.ZodMiniType;
  /** Other media types of the same response. */
  readonly also?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

export type ResponseHeader = 'ETag' | 'Location' | 'Idempotent-Replayed' | 'Retry-After';

/** The problems of every route. */
export const PROBLEMS_OF_ALL = [
  'role-missing',
  'tenant-refused',
  'not-found',
  'throttled',
  'newer-version',
  'unreadable',
  'store-busy',
  'answer-too-large',
  'internal',
] as const satisfies readonly ProblemCode[];

/** The problems of every route with a body. */
export const PROBLEMS_OF_BODIES = [
  'item-too-large',
  'not-json',
  'body-too-large',
  'content-type-unsupported',
  'invalid-body',
  'amount-invalid',
] as const satisfies readonly ProblemCode[];

export const PROBLEMS_OF_KEYS = [
  'idempotency-key-missing',
  'idempotency-key-invalid',
  'idempotency-key-reused',
] as const satisfies readonly ProblemCode[];

/** The problems of every route whose requests name the version that they rest on. */
export const PROBLEMS_OF_MATCHES = [
  'if-match-missing',
  'stale',
] as const satisfies readonly ProblemCode[];

/** The problems of every route that may take a recent sign-in. */
export const PROBLEMS_OF_SIGN_INS = ['sign-in-too-old'] as const satisfies readonly ProblemCode[];
