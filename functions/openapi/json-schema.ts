import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

/** A schema as JSON Schema; what is named goes to the components and is referred to. */
export function schemaOf(schema: z.ZodMiniType, schemas: Json, io: 'input' | 'output'): Json {
  const {
    $defs = {},
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: withoutSeal,
    reused: 'inline',
  }) as Json & { readonly $defs?: Json };
  Object.assign(schemas, $defs);
  return renamed(own);
}

/** Items are shown without the seals that they carry in the ledger. */
function withoutSeal({ jsonSchema }: { readonly jsonSchema: Json }): void {
  const { properties } = jsonSchema;
  if (typeof properties === 'object' && properties !== null)
    Reflect.deleteProperty(properties, 'seal');
}

export function renamed(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}
