import type * as z from 'zod/mini';

/** What the document says of a route beyond the table of routes. */
export interface Operation {
  readonly query?: z.ZodMiniType;
  readonly body?: { readonly schema: z.ZodMiniType; readonly example: unknown };
  readonly idempotencyKey?: true;
  readonly ifMatch?: true;
  /** Successful answers, by status. */
  readonly answers: Readonly<Record<number, Answered>>;
  /** Codes of the problems that are this route's own; those of every route are added. */
  readonly problems: readonly ProblemOf[];
}

interface Answered {
  readonly description: string;
  readonly schema: z.ZodMiniType;
  /** Other media types that the same answer can be had as. */
  readonly also?: readonly string[];
  readonly headers?: readonly AnswerHeader[];
}

export type AnswerHeader = 'ETag' | 'Location' | 'Idempotent-Replayed';

export interface ProblemOf {
  readonly status: number;
  readonly code: string;
}

/** What every route may answer. */
export const PROBLEMS_OF_ALL: readonly ProblemOf[] = [
  { status: 403, code: 'role-missing' },
  { status: 403, code: 'client-refused' },
  { status: 404, code: 'not-found' },
  { status: 429, code: 'throttled' },
  { status: 500, code: 'internal' },
];

/** What every route with a body may answer. */
export const PROBLEMS_OF_BODIES: readonly ProblemOf[] = [
  { status: 400, code: 'not-json' },
  { status: 413, code: 'body-too-large' },
  { status: 415, code: 'content-type-unsupported' },
  { status: 422, code: 'invalid-body' },
  { status: 422, code: 'amount-invalid' },
];

export const PROBLEMS_OF_KEYS: readonly ProblemOf[] = [
  { status: 400, code: 'idempotency-key-missing' },
  { status: 400, code: 'idempotency-key-invalid' },
  { status: 422, code: 'idempotency-key-reused' },
];

export function problems(status: number, ...codes: readonly string[]): readonly ProblemOf[] {
  return codes.map((code) => ({ status, code }));
}
