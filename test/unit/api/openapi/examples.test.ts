import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../../api/openapi/examples.ts';
import { OPERATIONS as SOURCES } from '../../../../api/openapi/operations.ts';
import { ROUTES, routeKeyOf } from '../../../../api/routes/routes.ts';
import { DOCUMENT, OPERATIONS, type Operation } from '../../../generative/document.ts';
import { misfit } from '../../../generative/schemas.ts';

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

const { examples: COMPONENTS } = DOCUMENT.components as unknown as {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
};

/** What is shown itself, or the first of what is referred to. */
function shown({ example, examples = {} }: Content): unknown {
  const [reference] = Object.values(examples);
  const name = reference?.$ref.replace('#/components/examples/', '') ?? '';
  return example ?? COMPONENTS[name]?.value;
}

/** Every answer that is JSON, of every operation. */
const ANSWERS = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content)
      .filter(([type]) => type.endsWith('json'))
      .map(([type, each]) => ({
        operation,
        status: Number(status),
        type,
        example: shown(each as Content),
      })),
  ),
);

describe('the example of an answer', () => {
  it('is there for every one, and is as its own schema in the document says', () => {
    const wrong = ANSWERS.flatMap(({ operation, status, type, example }) => {
      const where = `${operation.operationId} ${status} ${type}`;
      if (example === undefined) return [`${where} has none`];
      const problem = misfit(operation, status, type, example);
      return problem === null ? [] : [`${where}: ${problem}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('is accepted by the schema that the answer is made from', () => {
    for (const route of ROUTES) {
      const source = SOURCES[routeKeyOf(route)];
      for (const [status, { schema }] of Object.entries(source?.answers ?? {})) {
        const example = shownBy(routeKeyOf(route), Number(status));
        const { error } = schema.safeParse(example);
        expect(error?.issues ?? [], `${routeKeyOf(route)} ${status}`).toEqual([]);
      }
    }
  });

  it('of a refusal is one of its codes, which stands beside its type', () => {
    for (const { operation, status, type, example } of ANSWERS) {
      if (type !== 'application/problem+json') continue;
      const { code, type: urn, status: said } = example as Record<string, unknown>;
      expect(operation.responses[status]?.['x-problems']).toContain(code);
      expect([urn, said]).toEqual([`urn:sluice:problem:${code}`, status]);
    }
  });

  it('is made of named schemas that there are', () => {
    for (const name of Object.keys(EXAMPLES)) {
      expect(Object.keys(DOCUMENT.components.schemas)).toContain(name);
    }
  });
});

function shownBy(routeKey: string, status: number): unknown {
  const isIt = ({ method, template }: Operation) => `${method} ${template}` === routeKey;
  const content = OPERATIONS.find(isIt)?.responses[status]?.content;
  return shown((content?.['application/json'] ?? {}) as Content);
}
