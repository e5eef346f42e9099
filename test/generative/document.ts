import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * The document as a reader of it has it: the file that is checked in. Nothing here imports the sources
 * that it was made from, so that what it leaves out is missed.
 */

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly example?: unknown }>
  >;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly 'x-problems'?: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly 'x-roles': readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: Schema; readonly example: unknown };
    };
  };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

export interface Operation extends Omit<Described, 'responses'> {
  readonly method: string;
  /** As in the document: "/v1/changes/{id}". */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const FILE = path.resolve(import.meta.dirname, '../../docs/openapi.json');

export const DOCUMENT = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(
  ([template, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      parameters: described.parameters ?? [],
      responses: Object.fromEntries(
        Object.entries(described.responses).map(([status, each]) => [status, responseOf(each)]),
      ),
      method: method.toUpperCase(),
      template,
    })),
);

/** The response itself, where many operations refer to one. */
function responseOf(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.replace('#/components/responses/', '');
  const found = DOCUMENT.components.responses[name];
  if (found === undefined) throw new Error(`the document refers to ${name} and has none`);
  return found;
}

export function operationNamed(operationId: string): Operation {
  const found = OPERATIONS.find((each) => each.operationId === operationId);
  if (found === undefined) throw new Error(`the document has no operation ${operationId}`);
  return found;
}

export function referred(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  if (name === undefined) return schema;
  const found = DOCUMENT.components.schemas[name];
  if (found === undefined) throw new Error(`the document refers to ${name} and has none`);
  return referred(found);
}

/**
 * The operation that a request comes to, plain segments before parameters; null where the document has
 * none for it.
 */
export function operationOf(method: string, pathname: string): Operation | null {
  const segments = pathname.split('/');
  const fitting = OPERATIONS.filter(
    (each) => each.method === method && fits(each.template.split('/'), segments),
  );
  return fitting.sort((a, b) => parametersOf(a) - parametersOf(b))[0] ?? null;
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) =>
      part.startsWith('{') ? segments[index] !== '' : part === segments[index],
    )
  );
}

function parametersOf({ template }: Operation): number {
  return template.split('{').length;
}
