import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { OPERATION_NAMES } from '../../../../api/openapi/operation-names.ts';
import { OPERATIONS } from '../../../../api/openapi/operations.ts';
import { ROUTES, routeKeyOf } from '../../../../api/routes/routes.ts';
import { OPERATIONS as OPERATIONS_READ } from '../../../generative/document.ts';

interface Parameter {
  name: string;
  description?: string;
  example?: unknown;
  schema: { description?: string; enum?: unknown[] };
}

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  items?: unknown;
  default?: unknown;
  pattern?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<number, { 'x-problems'?: string[] }>;
}

/** What people and programs do here; "halt" is done to everything. */
const VERB =
  /^halt$|^(get|list|check|report|select|explain|close|verify|create|replace|delete|preview|backtest|propose|approve|decline|retract|rearm|raise|conclude|request|place|cancel|settle|test|resend)[A-Z][A-Za-z]+$/;

const text = JSON.stringify(openApiDocument());

function operations(): Described[] {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function components(): { schemas: Record<string, Schema> } {
  return (JSON.parse(text) as { components: { schemas: Record<string, Schema> } }).components;
}

/** A list and nothing else: reports and the inbox say more than their items. */
function isPage(properties: Readonly<Record<string, unknown>>): boolean {
  const { items, next, previous, unreadable, names, position, ...others } = properties;
  return ![items, next, previous].includes(undefined) && Object.keys(others).length === 0;
}

/** Every object in the document that may be a schema; examples hold none of what is looked for. */
function schemasIn(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, each]) =>
    name === 'example' || name === 'examples' ? [] : schemasIn(each),
  );
  return Array.isArray(value) ? inner : [value as Schema, ...inner];
}

describe('the OpenAPI document', () => {
  it('that is checked in is the one that the sources make', async () => {
    const checkedIn = await readFile('docs/openapi.json', 'utf8');
    expect(JSON.parse(checkedIn), 'npm run docs:openapi writes it').toEqual(JSON.parse(text));
  });

  it('describes every route of the table, and no other', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(ROUTES.map(routeKeyOf).sort());
  });

  it.each(['schemas', 'responses', 'examples'])('refers to no %s that it does not hold', (kind) => {
    const { components } = JSON.parse(text) as { components: Record<string, object> };
    const named = [...text.matchAll(new RegExp(`"#/components/${kind}/([^"]+)"`, 'g'))];
    expect(named.length).toBeGreaterThan(0);
    const held = Object.keys(components[kind] ?? {});
    expect(
      [...new Set(named.map(([, name]) => name))].filter((name) => !held.includes(name ?? '')),
    ).toEqual([]);
    expect(text).not.toContain('#/$defs');
  });

  it('names each operation once', () => {
    const names = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(ROUTES.length);
    expect(new Set(names).size).toBe(ROUTES.length);
  });

  it('calls each operation by a verb and what it is done to', () => {
    expect(Object.keys(OPERATION_NAMES).sort()).toEqual(ROUTES.map(routeKeyOf).sort());
    for (const { operationId } of Object.values(OPERATION_NAMES)) expect(operationId).toMatch(VERB);
    const { operationId } = OPERATION_NAMES['POST /v1/withdrawals/{id}/approve'];
    expect(operationId).toBe('approveWithdrawal');
  });

  it('takes the tenant with every operation, and may say that there were too many requests', () => {
    for (const { operationId, parameters, responses } of OPERATIONS_READ) {
      expect(
        parameters?.map(({ name }) => name),
        operationId,
      ).toContain('tenant');
      expect(responses[429]?.['x-problems'], operationId).toContain('throttled');
    }
  });

  it('says nothing that generators build no code from', () => {
    for (const schema of schemasIn(JSON.parse(text))) {
      expect(schema).not.toHaveProperty('prefixItems');
      expect(schema.items ?? {}).not.toBe(false);
      expect(typeof (schema.default ?? ''), JSON.stringify(schema)).not.toBe('object');
      if (schema.anyOf !== undefined) expect(schema).not.toHaveProperty('default');
    }
  });

  it('has several types in one schema only for a type, or null', () => {
    const several = schemasIn(JSON.parse(text)).filter(({ type }) => Array.isArray(type));
    expect(several.length).toBeGreaterThan(0);
    for (const { type } of several) expect(type).toEqual([expect.any(String), 'null']);
  });

  it('says of every number that is no integer how many bits hold it', () => {
    const numbers = schemasIn(JSON.parse(text)).filter(({ type }) => type === 'number');
    expect(numbers.length).toBeGreaterThan(0);
    for (const { format } of numbers) expect(format).toBe('double');
  });

  it('calls no schema as generated clients call their own of an operation, and a page by its items', () => {
    const { schemas } = components();
    expect(Object.keys(schemas).filter((name) => /(Response|Params)$/.test(name))).toEqual([]);
    const pages = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      isPage(properties) ? [[name, properties.items?.items] as const] : [],
    );
    expect(pages.length).toBeGreaterThan(15);
    for (const [name, items] of pages) {
      expect(items).toEqual({
        $ref: `#/components/schemas/${name.slice(0, -'Page'.length)}`,
      });
      expect(name).toMatch(/Page$/);
    }
  });

  it('names every variant of a choice, and the field that decides', () => {
    for (const { oneOf, discriminator } of schemasIn(JSON.parse(text))) {
      if (oneOf === undefined) continue;
      const targets = new Set(Object.values(discriminator?.mapping ?? {}));
      expect(new Set(oneOf.map(({ $ref }) => $ref))).toEqual(targets);
    }
    const { schemas } = components();
    expect(schemas.InstructionStatus ?? schemas.Instruction?.properties?.status).toMatchObject({
      discriminator: {
        propertyName: 'state',
        mapping: { released: '#/components/schemas/InstructionStatusReleased' },
      },
    });
  });

  it('has a pattern on every amount', () => {
    const amounts = schemasIn(JSON.parse(text)).flatMap(({ properties = {} }) =>
      Object.entries(properties).filter(
        ([name, { $ref }]) => /^(amount|threshold|keep|step)$/.test(name) && $ref === undefined,
      ),
    );
    expect(amounts.length).toBeGreaterThan(20);
    for (const [name, schema] of amounts) {
      // A limit may be an amount or a value.
      const [amount = schema] = schema.anyOf ?? [];
      expect(amount.pattern, `${name} ${JSON.stringify(schema)}`).toMatch(/\\d/);
    }
  });

  it('says what every parameter means, with an example among what is accepted', () => {
    for (const { operationId, parameters = [] } of operations()) {
      for (const { name, description, example, schema } of parameters) {
        const where = `${name} of ${operationId}`;
        expect(description ?? schema.description, where).toBeTypeOf('string');
        if (schema.enum !== undefined && example !== undefined) {
          expect(schema.enum, where).toContain(example);
        }
      }
    }
  });

  it('shows an example that its own schema accepts for every body', () => {
    for (const [route, { body }] of Object.entries(OPERATIONS)) {
      if (body === undefined) continue;
      expect(body.schema.safeParse(body.example).success, route).toBe(true);
    }
  });
});
