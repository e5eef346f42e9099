import * as z from 'zod/mini';
import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from './api-event.ts';

/**
 * Idempotency-Key: kept as long as the instruction, so bounded like any other key. Without a comma: several of these
 * headers arrive as one with commas, and then it is not known which of the keys was meant.
 */
const idempotencyKey = z.string().check(z.regex(/^[\x21-\x2b\x2d-\x7e]{1,255}$/));

/** The key of a request that asks for money to move; refuses a request without a usable one. */
export function idempotencyKeyOf(event: Pick<ApiEvent, 'headers'>): string {
  const [seen, ...others] = keysIn(event);
  const parsed = idempotencyKey.safeParse(seen);
  if (parsed.success && others.length === 0) return parsed.data;
  const accepted =
    'one key of 1 to 255 visible ASCII characters without a comma, a new one for every new request';
  const field = { field: 'Idempotency-Key', seen: seenMessage(seen, others.length), accepted };
  const code = seen === undefined ? 'idempotency-key-missing' : 'idempotency-key-invalid';
  throw new ProblemError(problem(code, { fields: [field] }));
}

/** Every key that was sent: under whichever spelling of the header, and, by some gateways, beside it in a list. */
function keysIn(event: Pick<ApiEvent, 'headers'>): readonly string[] {
  const lists = 'multiValueHeaders' in event ? event.multiValueHeaders : {};
  const several = valuesOf((lists ?? {}) as Readonly<Record<string, unknown>>);
  const single = valuesOf(event.headers);
  // The list holds the single one as well.
  return several.length > single.length ? several : single;
}

function valuesOf(headers: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'idempotency-key')
    .flatMap(([, value]) => [value].flat().map(String));
}

function seenMessage(seen: string | undefined, others: number): string {
  if (seen === undefined) return 'nothing';
  return others === 0 ? `${seen.length} characters` : `${others + 1} keys`;
}
