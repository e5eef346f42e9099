import type * as z from 'zod';

/** Zod's issues on one line: "amount: expected more than zero; currency: ...". */
export function describeIssues(error: z.ZodError, whole = 'body'): string {
  return error.issues
    .map(({ path, message }) => `${path.length > 0 ? path.join('.') : whole}: ${message}`)
    .join('; ');
}
