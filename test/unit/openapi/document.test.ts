import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ROUTES, routeKeyOf } from '../../../contract/routes.ts';
import { openApiDocument } from '../../../functions/openapi/document.ts';
import { OPERATIONS } from '../../../functions/openapi/operations.ts';

interface Parameter {
  name: string;
  description?: string;
  example?: unknown;
  schema: { description?: string; enum?: unknown[] };
}

const text = JSON.stringify(openApiDocument());

describe('the OpenAPI document', () => {
  it('that is checked in is the one that the sources make', async () => {
    const checkedIn = await readFile('docs/openapi.json', 'utf8');
    expect(JSON.parse(checkedIn), 'npm run openapi writes it').toEqual(JSON.parse(text));
  });

  it('describes every route of the table, and no other', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(ROUTES.map(routeKeyOf).sort());
  });

  it('refers to nothing that it does not hold', () => {
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(Object.keys(components.schemas)).toContain(name);
    expect(text).not.toContain('#/$defs');
  });

  it('names each operation once', () => {
    const names = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(ROUTES.length);
    expect(new Set(names).size).toBe(ROUTES.length);
  });

  it('says what every parameter means, with an example among what is accepted', () => {
    const { paths } = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { operationId, parameters = [] } of operations) {
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

describe('docs/problems.md', () => {
  it('lists every problem that a route may answer', async () => {
    const listed = await readFile('docs/problems.md', 'utf8');
    const codes = new Set(
      [...text.matchAll(/"x-problems":\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/"([^"]+)"/g)].map(([, code = '']) => code),
      ),
    );
    const missing = [...codes].filter((code) => !listed.includes(`\`${code}\``));
    expect(missing).toEqual([]);
  });
});
