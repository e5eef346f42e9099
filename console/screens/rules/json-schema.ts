/** As much of JSON Schema as the policy's schema uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  /** Of a list: what stands in it. */
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
}

export type Definitions = Readonly<Record<string, JsonSchema>>;

/** The schema behind a reference within the same document. */
export function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const found = definitions[name];
  if (found === undefined) throw new TypeError(`the schema has no ${name}`);
  return found;
}
