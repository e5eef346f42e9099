import { mentionedIn, type Names, namesOf } from '../responses/id-fields.ts';
import { BOOKS_EXAMPLES } from './examples/books.ts';
import { CHECK_EXAMPLES } from './examples/checks.ts';
import { DECISION_EXAMPLES } from './examples/decisions.ts';
import { DIVIDED_NAMES } from './examples/divided.ts';
import { EVENT_EXAMPLE } from './examples/event.ts';
import { FORECAST_EXAMPLES } from './examples/forecast.ts';
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
  ...CHECK_EXAMPLES,
  ...DECISION_EXAMPLES,
  ...FORECAST_EXAMPLES,
  ...FRONT_PAGE_EXAMPLES,
  ...INSTRUCTION_EXAMPLES,
  ...POLICY_EXAMPLES,
  Problem: problemExample('amount-invalid'),
  GetOpenApiDocumentResult: { openapi: '3.1.0' },
  GetEventSchemasResult: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
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

/** The names of the rules, accounts and people that examples mention. */
const EXAMPLE_NAMES: Names = {
  rules: new Map([['btc-cold', 'BTC to cold storage'], ...DIVIDED_NAMES.rules]),
  accounts: new Map([
    ['0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01', 'Cold storage'],
    ['6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01', 'Cold storage'],
    ...DIVIDED_NAMES.accounts,
  ]),
  people: new Map([
    ['anna', 'Anna Roth'],
    ['tess', 'Tess Berger'],
    ['tina', 'Tina Weber'],
  ]),
};

/** The example with the names that a function adds to such an answer, unless it has its own: a new rule has no label yet. */
export function withExampleNames(example: unknown, schema: Json, schemas: Json): unknown {
  const isNamed = typeof example === 'object' && example !== null && 'names' in example;
  if (isNamed || !hasNames(schema, schemas)) return example;
  const names = namesOf(mentionedIn(example).ids, EXAMPLE_NAMES);
  return names === null ? example : { ...(example as object), names };
}

function hasNames({ $ref, properties = {}, oneOf, anyOf }: Json, schemas: Json): boolean {
  if (typeof $ref === 'string') {
    return hasNames(schemas[$ref.slice(PREFIX.length)] as Json, schemas);
  }
  const [first] = (oneOf ?? anyOf ?? []) as readonly Json[];
  return 'names' in (properties as Json) || (first !== undefined && hasNames(first, schemas));
}
