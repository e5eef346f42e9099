import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from './api-event.ts';

/** JSON is UTF-8 (RFC 8259, 8.1): a parameter that says so is accepted, and no other one. */
const ACCEPTED = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** Characters of a refused type that are repeated. */
const MAX_SEEN_CHARACTERS = 80;

/**
 * Refuses a body that is not declared as JSON. A browser sends other types to other sites without asking first, and a
 * body in another encoding has another meaning than its sender intended.
 */
export function requireJson({ headers }: Pick<ApiEvent, 'headers'>): void {
  const types = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'content-type')
    .map(([, value]) => value ?? '');
  if (types.length === 1 && ACCEPTED.test(types[0]?.trim() ?? '')) return;
  const seen = types.join(', ').slice(0, MAX_SEEN_CHARACTERS) || 'nothing';
  const accepted = 'application/json, in UTF-8';
  throw new ProblemError(
    problem('content-type-unsupported', {
      fields: [{ field: 'Content-Type', seen, accepted }],
      headers: { accept: 'application/json' },
    }),
  );
}
