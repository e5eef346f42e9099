import type * as z from 'zod/mini';
import type { ProblemCode } from '../problems/problem-table.ts';
import type { Precondition } from '../routes/declare.ts';

/** What the document says of a route beyond its declaration. */
export interface Documented {
  /** Of the body, where the route has one. */
  readonly example?: object;
  /** Successful answers, by status. */
  readonly answers: Readonly<Record<number, Answered>>;
  /** Codes of the problems that are this route's own; those of every route are added. */
  readonly problems: readonly ProblemCode[];
}

/** The same with what the route declares. */
export interface Operation extends Documented {
  readonly query?: z.ZodMiniType;
  readonly body?: { readonly schema: z.ZodMiniType; readonly example: unknown };
  readonly idempotencyKey?: true;
  readonly ifMatch?: Precondition;
}

interface Answered {
  readonly description: string;
  readonly schema: z.ZodMiniType;
  /** Other media types that the same answer can be had as. */
  readonly also?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

export type ResponseHeader = 'ETag' | 'Location' | 'Idempotent-Replayed';

/** What every route may answer. */
export const PROBLEMS_OF_ALL = [
  'role-missing',
  'tenant-refused',
  'not-found',
  'throttled',
  'newer-version',
  'internal',
] as const satisfies readonly ProblemCode[];

/** What every route with a body may answer. */
export const PROBLEMS_OF_BODIES = [
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

/** What every route may answer whose requests name what they rest on. */
export const PROBLEMS_OF_MATCHES = [
  'if-match-missing',
  'stale',
] as const satisfies readonly ProblemCode[];
