import { OPERATIONS } from '../../generative/document.ts';
import { misfit } from '../../generative/schemas.ts';
import { noteAnswer } from './answers-seen.ts';
import { outlineOf } from './outline.ts';

interface Answered {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body: unknown;
}

/** 5xx answers are of faults that a test makes; the document need not have each of them for every route. */
const FIRST_FAULT = 500;

/**
 * Holds an answer of a function against the OpenAPI document that is checked in. Every answer that an integration test
 * sees comes through here, so each route is held against it with what it really says.
 * @throws Error where the document does not have the status, the type or the body.
 */
export function asDocumented(
  routeKey: string,
  { status = FIRST_FAULT, headers, body }: Answered,
): void {
  const operation = OPERATIONS.find((each) => `${each.method} ${each.template}` === routeKey);
  const type = String(headers['content-type'] ?? 'none').split(';')[0] ?? '';
  const schema = operation?.responses[status]?.content?.[type]?.schema;
  const isJson = type === 'application/json' && schema !== undefined;
  noteAnswer({ routeKey, status, ...(isJson ? { outline: outlineOf(schema, body) } : {}) });
  const documented = operation?.responses[status];
  if (headers['retry-after'] !== undefined && documented !== undefined) {
    if (documented.headers?.['Retry-After'] === undefined) {
      throw new Error(`${routeKey} ${status} is answered with Retry-After, undocumented`);
    }
  }
  if (operation === undefined || status >= FIRST_FAULT) return;
  // It has no body.
  if (status === 304 && documented !== undefined) return;
  const wrong =
    operation.responses[status]?.content?.[type] === undefined
      ? `it has no ${type} with ${status}`
      : type.endsWith('json')
        ? misfit(operation, status, type, body)
        : null;
  if (wrong === null) return;
  throw new Error(`${routeKey} is not answered as the document has it: ${wrong}`);
}
