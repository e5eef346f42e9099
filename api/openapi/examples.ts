import { BOOKS_EXAMPLES } from './examples/books.ts';
import { EVENT_EXAMPLE } from './examples/event.ts';
import { FRONT_PAGE_EXAMPLES } from './examples/front-page.ts';
import { INSTRUCTION_EXAMPLES } from './examples/instructions.ts';
import { POLICY_EXAMPLES } from './examples/policy.ts';
import { problemExample } from './examples/problem.ts';
import type { Json } from './json.ts';

/**
 * An example of each named schema that responses are made of, as a stack has answered. Responses that only hold such
 * (a page of them) get theirs from it. A test parses each by the schema itself.
 */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...BOOKS_EXAMPLES,
  ...FRONT_PAGE_EXAMPLES,
  ...INSTRUCTION_EXAMPLES,
  ...POLICY_EXAMPLES,
  Problem: problemExample('amount-invalid'),
  GetOpenApiDocumentResponse: { openapi: '3.1.0' },
  GetEventSchemasResponse: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
  Event: EVENT_EXAMPLE,
};

const PREFIX = '#/components/schemas/';

/** The example of a response: its schema's own, or its required fields, made of the examples in it. */
export function exampleOf(schema: Json, schemas: Json): unknown {
  const { $ref, type, properties = {}, required = [], items, oneOf, anyOf } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice(PREFIX.length);
    return EXAMPLES[name] ?? exampleOf(schemas[name] as Json, schemas);
  }
  const [first] = (oneOf ?? anyOf ?? []) as readonly Json[];
  if (first !== undefined) return exampleOf(first, schemas);
  // A list's only page has no neighbours.
  if (Array.isArray(type) && type.includes('null')) return null;
  if (type === 'array') return [exampleOf(items as Json, schemas)];
  if (type !== 'object') throw new Error(`no example is known of ${JSON.stringify(schema)}`);
  return Object.fromEntries(
    (required as readonly string[]).map((field) => [
      field,
      exampleOf((properties as Record<string, Json>)[field] ?? {}, schemas),
    ]),
  );
}
