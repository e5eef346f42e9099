import type * as z from 'zod/mini';
import { schemasAt, unwrapped } from '../validation/inside-schema.ts';
import { nearestField } from '../validation/nearest-field.ts';
import { unionIssues } from '../validation/union-issues.ts';
import '../validation/zod-locale.ts';

/** One problem of a policy: where, the value seen there, the accepted values. */
export interface PolicyProblem {
  /** "rules[2].maximum". */
  readonly path: string;
  readonly seen: string;
  readonly accepted: string;
}

/** Characters repeated of a value that is not accepted: enough to recognise it, never a flood. */
const MAX_SEEN_CHARACTERS = 80;

/**
 * zod's issues, in terms of the file. `root` is the value that was parsed. With its schema, an unknown field is answered
 * with the known one that was probably meant.
 */
export function problemsOf(
  error: z.core.$ZodError,
  root: unknown,
  schema?: z.core.$ZodType,
): readonly PolicyProblem[] {
  return unionIssues(error.issues, root).flatMap((issue) => problemsOfIssue(issue, root, schema));
}

/** One line for a problem of a file, with the id of the rule or the account that it is in. */
export function problemLine({ path, seen, accepted }: PolicyProblem, root: unknown): string {
  const [, list, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const id = list === undefined ? undefined : valueAt(root, [list, Number(index), 'id']);
  const whose = typeof id === 'string' && !path.endsWith('.id') ? ` (${showId(id)})` : '';
  return `${path}${whose}: seen ${seen}; accepted: ${accepted}`;
}

function showId(id: string): string {
  return id.length > MAX_SEEN_CHARACTERS ? `${id.slice(0, MAX_SEEN_CHARACTERS)}...` : id;
}

export function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('');
  return text.replace(/^\./, '') || '(the whole file)';
}

export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > MAX_SEEN_CHARACTERS ? `${text.slice(0, MAX_SEEN_CHARACTERS)}...` : text;
}

function problemsOfIssue(
  issue: z.core.$ZodIssue,
  root: unknown,
  schema: z.core.$ZodType | undefined,
): readonly PolicyProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = schema === undefined ? null : nearestField(schema, issue.path, key);
      return {
        path: pathText([...issue.path, key]),
        seen: showValue(valueAt(root, [...issue.path, key])),
        accepted: meant === null ? 'no such field' : `no such field; perhaps "${meant}"`,
      };
    });
  }
  const seen = showValue(valueAt(root, issue.path));
  return [{ path: pathText(issue.path), seen, accepted: acceptedBy(issue, schema) }];
}

function acceptedBy(issue: z.core.$ZodIssue, schema: z.core.$ZodType | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      return ownMessage(issue.message) ?? withArticle(issue.expected);
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'invalid_union':
      return kindsAt(schema, issue.path) ?? 'one of the kinds that the documentation lists';
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join('; ');
    default:
      return withoutExpected(issue.message);
  }
}

/** The values of a field that tells variants apart: "all" or "percentage". Null if the schema does not say. */
function kindsAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): string | null {
  if (schema === undefined) return null;
  const values = schemasAt(schema, path)
    .flatMap(unwrapped)
    .flatMap((each) => {
      const { def } = (each as z.core.$ZodTypes)._zod;
      return def.type === 'literal' ? def.values : [];
    });
  return values.length === 0 ? null : values.map((each) => JSON.stringify(each)).join(' or ');
}

/** zod's own sentences begin with "Invalid"; ours say what is accepted. */
function ownMessage(message: string): string | null {
  return message.startsWith('Invalid') ? null : withoutExpected(message);
}

function withoutExpected(message: string): string {
  return message.replace(/^expected /, '');
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === String(key))?.[1];
  }, root);
}
