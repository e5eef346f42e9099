import type * as z from 'zod';
import { describeIssues } from '../describe-issues.ts';
import { problem } from './answer.ts';
import type { Step } from './service.ts';

/** Reads a JSON body against a schema; what does not fit is a 400 that says what and where. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): Step<z.output<Schema>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const detail = text.trim() === '' ? 'the body is empty' : 'the body is not JSON';
    return { ok: false, answer: problem('invalid-body', detail) };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, answer: problem('invalid-body', describeIssues(parsed.error)) };
}
