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
    reused: 'inline',
  }) as Json & { readonly $defs?: Json };
  Object.assign(schemas, $defs);
  return renamed(own);
}

export function renamed(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}
