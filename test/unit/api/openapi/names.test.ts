import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { ID_FIELDS, isNamedAlready } from '../../../../api/responses/id-fields.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<
              Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
            >;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { paths, components } = JSON.parse(JSON.stringify(openApiDocument())) as Document;

/** Names of fields that hold an id of a rule, an account, a person or a program. */
const ID_LIKE =
  /^(by|people|person|user|caller|author|maker|checker|approvers?|given|subject)$|By$|[rR]ules?Ids?$|[aA]ccounts?Ids?$/;

/** Answers whose ids have no names beside them. */
const WITHOUT_NAMES: Readonly<Record<string, string>> = {
  FullReport: 'a file: its columns are those of CSV and XLSX',
};

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document`);
  return resolved(found);
}

/** Every answer that is no problem, one by one where a route has a choice of them. */
const ANSWERS = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        if (schema === undefined || Number(status) >= 300) return [];
        const key = `${method.toUpperCase()} ${path}`;
        return choicesOf(schema).map((each) => ({ key, status, schema: each }));
      }),
    ),
  )
  .filter(({ schema }) => !(nameOf(schema) in WITHOUT_NAMES));

function choicesOf(schema: Schema): readonly Schema[] {
  const { oneOf, anyOf } = resolved(schema);
  const choices = oneOf ?? anyOf;
  return choices === undefined ? [schema] : choices.flatMap(choicesOf);
}

function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? '';
}

interface Field {
  readonly path: readonly string[];
  readonly name: string;
}

/** Fields of texts, or of lists of texts, that are called as ids are, wherever they stand in a schema. */
function idsIn(
  schema: Schema,
  path: readonly string[] = [],
  seen: readonly string[] = [],
): Field[] {
  const { $ref } = schema;
  if ($ref !== undefined && seen.includes($ref)) return [];
  const within = $ref === undefined ? seen : [...seen, $ref];
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = resolved(schema);
  const inner = [
    ...oneOf,
    ...anyOf,
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return [
    ...inner.flatMap((each) => idsIn(each, path, within)),
    ...Object.entries(properties).flatMap(([name, each]) => [
      // What `names` itself holds are the names.
      ...(isIdLike(name, each) && !isNamedAlready(name, properties) && path.at(-1) !== 'names'
        ? [{ path: [...path, name], name }]
        : []),
      ...idsIn(each, [...path, name], within),
    ]),
  ];
}

function isIdLike(name: string, schema: Schema): boolean {
  return ID_LIKE.test(name) && holdsTexts(schema);
}

function holdsTexts(schema: Schema): boolean {
  const { type, format, pattern, items, anyOf = [], oneOf = [] } = resolved(schema);
  if ([...anyOf, ...oneOf].some(holdsTexts)) return true;
  if ([type].flat().includes('array')) return items !== undefined && holdsTexts(items);
  return [type].flat().includes('string') && format === undefined && pattern === undefined;
}

describe('names beside ids', () => {
  it('are known of every field that the document calls as it calls ids', () => {
    const unknown = ANSWERS.flatMap(({ key, status, schema }) =>
      idsIn(schema)
        .filter(({ name }) => !Object.hasOwn(ID_FIELDS, name))
        .map(({ path }) => `${key} ${status}: ${path.join('.')}`),
    );
    expect(unknown, 'api/responses/id-fields.ts says what each names').toEqual([]);
  });

  it.each(ANSWERS)('stand in $key $status exactly if it mentions one', ({ schema }) => {
    const ids = idsIn(schema);
    const { properties = {} } = resolved(schema);
    const isNamed = 'names' in properties;
    const where = ids.map(({ path }) => path.join('.')).join(', ');
    expect(isNamed, where === '' ? 'it mentions none' : where).toBe(ids.length > 0);
  });

  it('know no field that no answer has', () => {
    const used = new Set(ANSWERS.flatMap(({ schema }) => idsIn(schema).map(({ name }) => name)));
    expect(Object.keys(ID_FIELDS).filter((field) => !used.has(field))).toEqual([]);
  });
});
