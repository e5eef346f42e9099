import { describe, expect, it } from 'vitest';
import { policySchemaDocument } from '../../../api/policy-reference/policy-schema-document.ts';
import { inShortestForm } from '../../../bin/policy-as-code/amounts.ts';
import { KINDS, OBJECT_KINDS, type ObjectKind } from '../../../bin/policy-as-code/object-kinds.ts';

type Json = Readonly<Record<string, unknown>>;

const document = policySchemaDocument();

/** A value for every field of a part: "7.70" wherever the reference accepts text, of whatever kind. */
function filled(schema: Json): unknown {
  const { $ref, anyOf, oneOf, type, properties, items, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    return filled((document.$defs as Json)[$ref.replace('#/$defs/', '')] as Json);
  }
  const [option] = (anyOf ?? oneOf ?? []) as readonly Json[];
  if (option !== undefined) return filled(option);
  if (type === 'array') return [filled(items as Json)];
  if (type === 'string') return schema.enum === undefined ? '7.70' : (schema.enum as string[])[0];
  if (type !== 'object') return schema.const ?? 7;
  if (typeof additionalProperties === 'object')
    return { USD: filled(additionalProperties as Json) };
  return Object.fromEntries(
    Object.entries((properties ?? {}) as Json).map(([name, each]) => [name, filled(each as Json)]),
  );
}

/** The paths of the fields that the shortest form changes. */
function changed(before: unknown, after: unknown, path = ''): readonly string[] {
  if (typeof before !== 'object' || before === null) return before === after ? [] : [path];
  return Object.entries(before).flatMap(([name, value]) =>
    changed(value, (after as Json)[name], path === '' ? name : `${path}.${name}`),
  );
}

/** The same of the reference: decimal text alone has an example there. */
function amountsIn(schema: Json, path = ''): readonly string[] {
  const { $ref, anyOf, oneOf, type, properties, items, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    return amountsIn((document.$defs as Json)[$ref.replace('#/$defs/', '')] as Json, path);
  }
  const [option] = (anyOf ?? oneOf ?? []) as readonly Json[];
  if (option !== undefined) return amountsIn(option, path);
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (type === 'array') return amountsIn(items as Json, under('0'));
  if (type === 'string') return schema.examples === undefined ? [] : [path];
  if (type !== 'object') return [];
  if (typeof additionalProperties === 'object') {
    return amountsIn(additionalProperties as Json, under('USD'));
  }
  return Object.entries((properties ?? {}) as Json).flatMap(([name, each]) =>
    amountsIn(each as Json, under(name)),
  );
}

describe('the shortest form of amounts', () => {
  it.each(KINDS)('of %s changes amounts alone, whatever other text looks like', (kind) => {
    const part = (document.$defs as Json)[OBJECT_KINDS[kind].definition] as Json;
    const draft = filled(part);
    expect(changed(draft, inShortestForm(schemaOf(kind), draft))).toEqual(amountsIn(part));
  });

  it('finds amounts in every kind that has some', () => {
    const counts = KINDS.map((kind) => {
      const part = (document.$defs as Json)[OBJECT_KINDS[kind].definition] as Json;
      return [kind, amountsIn(part).length] as const;
    });
    expect(Object.fromEntries(counts)).toMatchObject({ calendar: 0, webhook: 0, 'manual-rate': 1 });
    expect(counts.filter(([, count]) => count > 0)).toHaveLength(5);
  });
});

function schemaOf(kind: ObjectKind) {
  return OBJECT_KINDS[kind].schema;
}
