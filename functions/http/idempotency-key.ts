import * as z from 'zod/mini';
import type { ApiEvent } from './api-event.ts';
import { ProblemError } from './problem.ts';

/** Idempotency-Key: kept as long as the instruction, so bounded like any other key. */
const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));

/** The key of a request that asks for money to move; refuses a request without a usable one. */
export function idempotencyKeyOf({ headers }: Pick<ApiEvent, 'headers'>): string {
  const seen = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key');
  const parsed = idempotencyKey.safeParse(seen?.[1]);
  if (parsed.success) return parsed.data;
  throw new ProblemError({
    status: 400,
    code: seen === undefined ? 'idempotency-key-missing' : 'idempotency-key-invalid',
    title: 'This needs an Idempotency-Key',
    fields: [
      {
        field: 'Idempotency-Key',
        seen: seen === undefined ? 'nothing' : `${seen[1]?.length ?? 0} characters`,
        accepted: '1 to 255 visible ASCII characters, a new one for every new request',
      },
    ],
  });
}
