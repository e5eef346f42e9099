import { CALENDAR_DATE, END_OF_HOURS, TIME_OF_DAY } from '../../treasury/policy/policy-fields.ts';
import type { Json } from '../openapi/json.ts';

/** One row for each field that people set. */
interface Row {
  readonly field: string;
  readonly accepted: string;
  readonly absent: string;
  readonly meaning: string;
}

/** Before the value that a missing field has, in a description. */
export const ABSENT = ' Absent: ';

/**
 * The fields of one part of the policy's JSON Schema, nested ones by their path, as a Markdown table. `document`: what
 * `policySchemaDocument` gives.
 */
export function fieldTable(document: Json, part: string): string {
  const definitions = document.$defs as Record<string, Json>;
  const schema = definitions[part];
  if (schema === undefined) throw new Error(`the policy has no part ${part}`);
  const rows = rowsOf(schema, '', definitions).map(
    ({ field, accepted, absent, meaning }) =>
      `| \`${field}\` | ${accepted} | ${absent} | ${meaning} |`,
  );
  return ['| field | accepted | if absent | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function rowsOf(schema: Json, path: string, definitions: Record<string, Json>): readonly Row[] {
  const required = (schema.required ?? []) as readonly string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return properties.flatMap(([name, field]) => {
    const own = `${path}${name}`;
    const entries = field.type === 'array' ? ((field.items ?? {}) as Json) : field;
    const inner = variantsOf(entries, definitions).flatMap((each) =>
      rowsOf(each, `${own}.`, definitions),
    );
    return [rowOf(own, field, required.includes(name)), ...withoutRepeats(inner)];
  });
}

/** The objects that a field may hold. */
function variantsOf(field: Json, definitions: Record<string, Json>): readonly Json[] {
  const options = (field.oneOf ?? [field]) as readonly Json[];
  return options.map(({ $ref, ...schema }) =>
    typeof $ref === 'string' ? (definitions[$ref.replace('#/$defs/', '')] ?? {}) : schema,
  );
}

/** Variants share fields: `kind` of each names only itself, and the field above lists them. */
function withoutRepeats(rows: readonly Row[]): readonly Row[] {
  const byField = Map.groupBy(rows, ({ field }) => field);
  return [...byField.values()].map((same) => {
    const [first] = same;
    if (first === undefined) throw new Error('a group of rows is never empty');
    return { ...first, accepted: [...new Set(same.map(({ accepted }) => accepted))].join(', ') };
  });
}

function rowOf(field: string, schema: Json, isRequired: boolean): Row {
  const [meaning = '', absent] = String(schema.description).split(ABSENT);
  if (!isRequired && absent === undefined)
    throw new Error(`nothing says what it means without ${field}`);
  return {
    field,
    accepted: acceptedBy(schema),
    absent: isRequired ? 'required' : inCode(String(absent).replace(/\.$/, '')),
    meaning: meaning.replaceAll('|', '\\|'),
  };
}

/** A default stands as the file has it; a sentence stays a sentence. */
function inCode(text: string): string {
  return /^(?:["{[].*|\d+|true|false)$/.test(text) ? `\`${text}\`` : text;
}

/** The values that a field takes, in words. */
function acceptedBy(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => `\`${each}\``).join(', ');
  if ('const' in schema) return `\`${schema.const}\``;
  if (schema.oneOf !== undefined) return 'one of the kinds below';
  if (schema.anyOf !== undefined) return 'decimal text, or [a value](#limits-by-value)';
  switch (schema.type) {
    case 'boolean':
      return '`true`, `false`';
    case 'integer':
      return `${bound(schema, 'minimum')} to ${bound(schema, 'maximum')}`;
    case 'array':
      return `at most ${bound(schema, 'maxItems')}`;
    case 'object':
      return 'fields';
    case 'string':
      return acceptedText(schema);
    default:
      throw new Error(`no word for what is accepted: ${JSON.stringify(schema)}`);
  }
}

/** Text of a known form, by the pattern of its schema. */
const FORMS: Readonly<Record<string, string>> = {
  [CALENDAR_DATE.source]: 'date, `YYYY-MM-DD`',
  [TIME_OF_DAY.source]: 'time, `HH:MM`',
  [END_OF_HOURS.source]: 'time, `HH:MM`, or `24:00`',
};

function acceptedText({ format, pattern, maxLength, examples }: Json): string {
  if (format === 'uuid') return 'UUID';
  if (examples !== undefined) return 'decimal text';
  const form = FORMS[String(pattern)];
  if (form !== undefined) return form;
  if (typeof maxLength === 'number') return `text, at most ${maxLength} characters`;
  return typeof pattern === 'string' ? 'code' : 'text';
}

/** @throws where the schema has no such bound: a field without one is accepted without one */
function bound(schema: Json, name: 'minimum' | 'maximum' | 'maxItems'): string {
  const value = schema[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new Error(`a schema without ${name}: ${JSON.stringify(schema)}`);
  }
  return value.toLocaleString('en');
}
