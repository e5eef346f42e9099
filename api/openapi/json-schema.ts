import * as z from 'zod/mini';
import { isRecord } from '../../treasury/records/record.ts';
import type { Json } from './json.ts';
import { simplified } from './simplified.ts';
import { withNamedVariants } from './variants.ts';

/**
 * A schema as JSON Schema; named schemas go to the components and are referred to. `name`: of the schema's subject,
 * for variants in it that have no name of their own.
 */
export function schemaOf(
  schema: z.ZodMiniType,
  schemas: Json,
  { io, name }: { readonly io: 'input' | 'output'; readonly name: string },
): Json {
  const {
    $defs = {},
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: asAnswered,
    reused: 'inline',
  }) as Json & { readonly $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) {
    if (id in schemas) continue;
    schemas[id] = forReaders(definition as Json, id, schemas);
  }
  return forReaders(own, name, schemas);
}

/** The same among the components, under its own name or else this one, and a reference to it. */
export function namedSchemaOf(
  schema: z.ZodMiniType,
  schemas: Json,
  how: { readonly io: 'input' | 'output'; readonly name: string },
): Json {
  const made = schemaOf(schema, schemas, how);
  if ('$ref' in made) return made;
  if (how.name in schemas) throw new Error(`two schemas are named ${how.name}`);
  schemas[how.name] = made;
  return { $ref: `#/components/schemas/${how.name}` };
}

function forReaders(schema: Json, name: string, schemas: Json): Json {
  return withNamedVariants(simplified(renamed(schema)), name, schemas);
}

/** Items are shown without the seals that they carry in the ledger, and have no fields beside the documented ones. */
function asAnswered({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: Json;
}): void {
  const { properties } = jsonSchema;
  if (isRecord(zodSchema)) jsonSchema.additionalProperties = false;
  if (typeof properties === 'object' && properties !== null)
    Reflect.deleteProperty(properties, 'seal');
}

function renamed(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}
