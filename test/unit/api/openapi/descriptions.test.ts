import { describe, expect, it } from 'vitest';
import { DESCRIPTIONS, described } from '../../../../api/openapi/descriptions/describe.ts';
import { DOCUMENT, type Schema } from '../../../generative/document.ts';

interface Field extends Schema {
  readonly description?: string;
}

/** Every field of a schema, and of every schema in it. */
function fieldsOf(schema: Schema, path: string): readonly (readonly [string, Field])[] {
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
  const inner = [
    items,
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
    ...oneOf,
    ...anyOf,
  ].filter((each) => each !== undefined);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      [`${path}.${name}`, field] as const,
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...inner.flatMap((each) => fieldsOf(each, path)),
  ];
}

const FIELDS = Object.entries(DOCUMENT.components.schemas).flatMap(([name, schema]) =>
  fieldsOf(schema, name),
);

/** What a description must say of a field of this kind, if it is one. */
const UNITS: readonly (readonly [(path: string, field: Field) => boolean, RegExp])[] = [
  [(_, { format }) => format === 'date-time', /ISO 8601 instant in UTC/],
  [(_, { pattern }) => pattern?.includes('\\d{0,29}') === true, /decimal text/i],
  [(path) => path.endsWith('Seconds'), /seconds/i],
  [(path) => path.endsWith('Ms'), /milliseconds/],
  [(path) => /\.bytes$/.test(path), /bytes/],
];

describe('every field of every schema of the document', () => {
  it('has a description', () => {
    const silent = FIELDS.filter(([, { description }]) => description === undefined);
    expect(FIELDS.length).toBeGreaterThan(1_000);
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('says its unit', () => {
    const wrong = FIELDS.filter(([path, field]) =>
      UNITS.some(([is, message]) => is(path, field) && !message.test(field.description ?? '')),
    );
    expect(wrong.map(([path, { description }]) => `${path}: ${description}`)).toEqual([]);
  });

  it('says it in sentences', () => {
    const texts = [...new Set(FIELDS.map(([, { description = '' }]) => description))];
    expect(texts.filter((text) => !/^["`(A-Za-z].*[.)]$/.test(text))).toEqual([]);
  });
});

describe('the table of descriptions', () => {
  it('has no entry that no field goes by', () => {
    const used = new Set<string>();
    described(DOCUMENT.components.schemas as never, used);
    expect(Object.keys(DESCRIPTIONS).filter((key) => !used.has(key))).toEqual([]);
  });
});
