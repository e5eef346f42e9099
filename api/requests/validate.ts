import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { isKeptName } from '../../treasury/validation/kept-name.ts';
import { nearestName } from '../../treasury/validation/nearest-name.ts';
import { unionIssues } from '../../treasury/validation/union-issues.ts';
import { type FieldProblem, ProblemError, problem } from '../problems/problem.ts';
import { isProblemCode, type ProblemCode } from '../problems/problem-table.ts';
import { TENANT_PARAMETER } from '../routes/no-query.ts';
import type { ApiEvent } from './api-event.ts';
import { pointerTo } from './body-fields.ts';
import { requireJson } from './content-type.ts';

/** Bytes of a request body: a trade is 200, and no accepted body comes near this. */
const MAX_BODY_BYTES = 10_240;

/** Characters of a refused value that are repeated to the caller. */
const MAX_SEEN_CHARACTERS = 80;

/** Parses the text of a body as JSON and validates it; refuses with the fields named. `maximumBytes`: of
 * a route whose bodies are larger than those of the others. */
export function validatedBody<T>(
  schema: z.ZodMiniType<T>,
  event: Pick<ApiEvent, 'body' | 'headers' | 'isBase64Encoded'>,
  maximumBytes: number = MAX_BODY_BYTES,
): T {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  // Without a body there is no type of it: the response names the missing body.
  if (text !== '') requireJson(event);
  if (Buffer.byteLength(text) > maximumBytes) {
    const detail = `accepted: at most ${maximumBytes} bytes`;
    throw new ProblemError(problem('body-too-large', { detail }));
  }
  const body = validated(schema, parseJson(text), 'invalid-body');
  refuseTurnedRange(body, 'invalid-body');
  return body;
}

/** Validates query parameters; a parameter that the route does not know is refused. */
export function validatedQuery<T>(
  schema: z.ZodMiniType<T>,
  parameters: Readonly<Record<string, string | undefined>> | undefined,
): T {
  const query = validated(schema, parameters ?? {}, 'invalid-query', namesIn(schema));
  refuseTurnedRange(query, 'invalid-query');
  return query;
}

/**
 * A range that ends before it begins holds nothing: its bounds were exchanged, or one of them was meant otherwise. Wherever it
 * stands: a list of a body may have a filter. Moments, as schemas leave them, are in order as texts are.
 */
function refuseTurnedRange(parsed: unknown, code: 'invalid-query' | 'invalid-body'): void {
  const fields = turnedRanges(parsed, []);
  if (fields.length > 0) throw new ProblemError(problem(code, { fields }));
}

function turnedRanges(value: unknown, path: readonly string[]): readonly FieldProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([name, each]) =>
    turnedRanges(each, [...path, name]),
  );
  const { from, to } = value as { readonly from?: unknown; readonly to?: unknown };
  if (!isMoment(from) || !isMoment(to) || from <= to) return within;
  const own = [...path, 'from'];
  const accepted = `a time that is not later than \`to\`, ${to}`;
  const seen = JSON.stringify(from);
  return [{ field: own.join('.'), pointer: pointerTo(own), seen, accepted }, ...within];
}

function isMoment(value: unknown): value is Instant {
  return instant.safeParse(value).success;
}

/** The parameters of a query; none where its form is not one of names. */
function namesIn(schema: z.ZodMiniType): readonly string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}

/**
 * Text that would be stored otherwise than it was sent is refused. Half of a surrogate pair is no text: the store
 * would keep another one than the audit log hashed. And some names vanish on their way.
 */
function kept(key: string, value: unknown): unknown {
  const isText = key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
  if (isText && isKeptName(key)) return value;
  const field = key.toWellFormed();
  const refused = isText
    ? { field, seen: 'present', accepted: 'absent: no field can have this name' }
    : { field, seen: 'half of a character', accepted: 'well-formed Unicode' };
  throw new ProblemError(problem('invalid-body', { fields: [refused] }));
}

/** One string of a JSON text, and whether a colon makes a key of it. Outside of strings there are no quotes. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * One of two equal keys would be dropped silently, and another reader of the same body may drop the other one: the
 * approver has seen another amount.
 */
function refuseTwoOfAKey(text: string, keys: number): void {
  const written = [...text.matchAll(STRING)].filter(([, colon]) => colon !== undefined).length;
  if (written === keys) return;
  const seen = 'a key twice in one object';
  const field = { field: '(all)', pointer: '', seen, accepted: 'each key once' };
  throw new ProblemError(problem('invalid-body', { fields: [field] }));
}

function parseJson(text: string): unknown {
  let keys = 0;
  try {
    const value: unknown = JSON.parse(text, function (this: unknown, key, inner: unknown) {
      if (!Array.isArray(this)) keys += 1;
      return kept(key, inner);
    });
    // The whole is passed as the value of an empty key.
    refuseTwoOfAKey(text, keys - 1);
    return value;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const seen = text === '' ? 'nothing' : JSON.stringify(text.slice(0, MAX_SEEN_CHARACTERS));
    throw new ProblemError(
      problem('not-json', { detail: `seen: ${seen}; accepted: one JSON object` }),
    );
  }
}

function validated<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  code: ProblemCode,
  parameters: readonly string[] | null = null,
): T {
  const parsed = parsedBy(schema, value);
  if (parsed.success) return parsed.data;
  const issues = unionIssues(parsed.issues, value);
  const fields = issues.flatMap((issue) => fieldProblems(issue, value, parameters));
  throw new ProblemError(
    problem(sharedCode(issues, value) ?? code, {
      detail: 'Nothing was changed. Each field below says what was seen and what is accepted.',
      fields,
    }),
  );
}

type Issue = z.core.$ZodIssue;

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly Issue[] };

/**
 * A check that throws has met a value that it was not made for: one that another check of the same schema refuses, as
 * when two moments are compared of which one is none. Whatever was thrown, it is the caller's value that is refused.
 */
function parsedBy<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  try {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
  } catch {
    const found = issuesByField(schema, value);
    return { success: false, issues: found.length > 0 ? found : [NOT_ACCEPTED] };
  }
}

const NOT_ACCEPTED: Issue = {
  code: 'custom',
  path: [],
  message: 'fields that fit each other, in the forms that the document of the API has',
  input: undefined,
};

/** What is wrong with each field of an object by itself; nothing of a schema that is none. */
function issuesByField(schema: z.ZodMiniType, value: unknown): readonly Issue[] {
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object' || value === null)
    return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const parsed = parsedBy(field as z.ZodMiniType, inner);
    if (parsed.success) return [];
    return parsed.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }) as Issue);
  });
}

/** The problem that all fields have in common; null if they differ or have none of their own. */
function sharedCode(issues: readonly Issue[], value: unknown): ProblemCode | null {
  const [first, ...others] = new Set(issues.map((issue) => param(issue, value, 'problem')));
  return first === undefined || others.length > 0 || !isProblemCode(first) ? null : first;
}

/** The schema's own name for the fault: the `problem`, and the `reason` within it. */
function param(issue: Issue, value: unknown, name: 'problem' | 'reason'): string | undefined {
  // A missing field has no fault of its own.
  if (issue.code !== 'custom' || at(value, issue.path) === undefined) return undefined;
  const named: unknown = issue.params?.[name];
  return typeof named === 'string' ? named : undefined;
}

function ownCode(issue: Issue, value: unknown): { readonly code?: string } {
  const code = param(issue, value, 'reason') ?? param(issue, value, 'problem');
  return code === undefined ? {} : { code };
}

function fieldProblems(
  issue: Issue,
  value: unknown,
  parameters: readonly string[] | null,
): readonly FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...path, key].join('.'),
      pointer: pointerTo([...path, key]),
      seen: 'present',
      accepted:
        parameters === null ? 'absent: there is no such field' : noParameter(key, parameters),
    }));
  }
  return [
    {
      field: path.join('.') || '(all)',
      pointer: pointerTo(path),
      seen: seenAt(value, issue.path),
      accepted: issue.message,
      ...ownCode(issue, value),
    },
  ];
}

/** Letters by which a parameter may differ from a known one: one typed wrongly, two exchanged. */
const MAX_MISSPELT_LETTERS = 2;

/** `tenant` belongs to every route, and is gone before its own parameters are read. */
function noParameter(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, [...known, TENANT_PARAMETER], MAX_MISSPELT_LETTERS);
  const all = known.length === 0 ? 'this route has none' : `known: ${known.join(', ')}`;
  return `absent: there is no such parameter; ${nearest === null ? all : `${nearest}?`}`;
}

function seenAt(value: unknown, path: readonly PropertyKey[]): string {
  const seen = at(value, path);
  return seen === undefined ? 'nothing' : JSON.stringify(seen).slice(0, MAX_SEEN_CHARACTERS);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
