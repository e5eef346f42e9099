import fc from 'fast-check';
import { OPERATIONS, type Operation, type Parameter } from '../document.ts';
import { validFor } from './from-schema.ts';
import {
  contentType,
  hostileBody,
  hostileHeader,
  hostileQuery,
  hostileSegment,
} from './hostile.ts';
import { type Mutation, mutation } from './near-valid.ts';
import { namedByPath, Real } from './real.ts';
import { sensibleBody } from './sensible.ts';

/** A request before it is known what exists. */
export interface Plan {
  readonly operationId: string;
  readonly caller: Caller;
  /** By the name of the parameter: a segment as it is sent, or what it names. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, unknown])[] | string;
  readonly headers: readonly (readonly [string, unknown])[];
  readonly body: PlannedBody | null;
  /** Of the value, once it is known what exists. */
  readonly spoilt: Mutation | null;
}

export type PlannedBody =
  | { readonly kind: 'json'; readonly value: unknown; readonly contentType: string }
  | { readonly kind: 'bytes'; readonly latin1: string; readonly contentType: string };

/** The built-in people; a caller without a token; a caller with a forged one. */
export const CALLERS = [
  'viewer',
  'trader',
  'treasurer',
  'approver',
  'approver2',
  'admin',
  'nobody',
  'forged',
] as const;
export type Caller = (typeof CALLERS)[number];

/** What happens beside the requests. */
export const EVENTS = ['tick', 'send', 'answer lost', 'left unbooked'] as const;
export type WorldEvent = (typeof EVENTS)[number];

export type Step =
  | { readonly kind: 'request'; readonly plan: Plan }
  | { readonly kind: 'event'; readonly event: WorldEvent };

const JSON_TYPE = 'application/json';

/** People of a role: two of them for what takes two. */
const PEOPLE: Readonly<Record<string, readonly Caller[]>> = {
  approver: ['approver', 'approver2'],
};

function rightCaller(operation: Operation): fc.Arbitrary<Caller> {
  const people = operation['x-roles'].flatMap((role) => PEOPLE[role] ?? [role as Caller]);
  return fc.constantFrom(...people);
}

function caller(operation: Operation): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 9, arbitrary: rightCaller(operation) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
  );
}

function ofPlace(operation: Operation, place: Parameter['in']): readonly Parameter[] {
  return operation.parameters.filter((each) => each.in === place);
}

function realPath(operation: Operation): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const what = namedByPath(operation.method, operation.template);
  return fc.record(
    Object.fromEntries(
      ofPlace(operation, 'path').map(({ name }) => [
        name,
        fc.nat(50).map((n) => new Real(what, n)),
      ]),
    ),
    { noNullPrototype: true },
  );
}

/** Parameters of a query: one that need not be there is there in a quarter of the requests. */
function pairs(parameters: readonly Parameter[]): fc.Arbitrary<readonly Pair[]> {
  const each = parameters.map(({ name, schema, required = false }) => {
    // Of another tenant everything is refused: that is what hostile queries ask for.
    const values = name === 'tenant' ? fc.constant(new Real('tenant')) : validFor(schema, name);
    const given = values.map((value): Pair | null => [name, value]);
    return fc.oneof(
      { weight: required ? 0 : 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: given },
    );
  });
  return fc.tuple(...each).map((all) => all.filter((pair) => pair !== null));
}

type Pair = readonly [string, unknown];

function keyed(operation: Operation): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const given = ofPlace(operation, 'header').map(
    ({ name }): fc.Arbitrary<readonly [string, unknown]> => {
      if (name === 'If-Match') return fc.constant([name, new Real('its etag')]);
      const fresh = fc.uuid().map((key) => [name, key] as const);
      const again = fc.nat(50).map((n) => [name, new Real('key used', n)] as const);
      return fc.oneof({ weight: 9, arbitrary: fresh }, { weight: 1, arbitrary: again });
    },
  );
  return fc.tuple(...given);
}

export function json(value: unknown): PlannedBody {
  return { kind: 'json', value, contentType: JSON_TYPE };
}

function body(
  operation: Operation,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<PlannedBody | null> {
  return operation.requestBody === undefined ? fc.constant(null) : value.map(json);
}

/** Sensible, but for what is given. */
export function plan(operation: Operation, parts: Partial<Parts>): fc.Arbitrary<Plan> {
  const all: Parts = {
    caller: caller(operation),
    path: realPath(operation),
    query: pairs(ofPlace(operation, 'query')),
    headers: keyed(operation),
    body: body(operation, sensibleBody(operation)),
    spoilt: fc.constant(null),
    ...parts,
  };
  return fc.record({ operationId: fc.constant(operation.operationId), ...all });
}

export type Parts = {
  readonly [Part in Exclude<keyof Plan, 'operationId'>]: fc.Arbitrary<Plan[Part]>;
};

/** A request of a caller who knows the existing items. */
function sensible(operation: Operation): fc.Arbitrary<Plan> {
  return plan(operation, {});
}

/** The same with no more of a query than must be: nothing about it can be refused for how it is combined. */
export function plainPlan(operation: Operation): fc.Arbitrary<Plan> {
  const required = ofPlace(operation, 'query').filter((each) => each.required === true);
  return plan(operation, { caller: rightCaller(operation), query: pairs(required) });
}

/** Whatever the schemas of the document allow. */
function validBySchema(operation: Operation): fc.Arbitrary<Plan> {
  return plan(operation, { body: body(operation, schemaBody(operation)) });
}

function schemaBody({ requestBody }: Operation): fc.Arbitrary<unknown> {
  return validFor(requestBody?.content[JSON_TYPE].schema ?? {});
}

/** One thing about the body is wrong, or may be. */
function nearValid(operation: Operation): fc.Arbitrary<Plan> {
  const value = fc.oneof(sensibleBody(operation), schemaBody(operation));
  return plan(operation, { body: body(operation, value), spoilt: mutation });
}

/** A request that no caller sends by mistake. */
function hostile(operation: Operation): fc.Arbitrary<Plan> {
  const bytes = fc.record({
    kind: fc.constant('bytes' as const),
    latin1: hostileBody,
    contentType: fc.oneof(fc.constant(JSON_TYPE), contentType),
  });
  const oddlyTyped = fc
    .tuple(sensibleBody(operation), contentType)
    .map(([value, type]): PlannedBody => ({ kind: 'json', value, contentType: type }));
  const oddHeaders = fc.tuple(
    ...ofPlace(operation, 'header').map(({ name }) =>
      hostileHeader.map((value) => [name, value] as const),
    ),
  );
  const choices: fc.Arbitrary<Plan>[] = [
    plan(operation, { query: hostileQuery }),
    plan(operation, { caller: fc.constantFrom(...CALLERS) }),
  ];
  if (operation.requestBody !== undefined) {
    choices.push(plan(operation, { body: bytes }), plan(operation, { body: oddlyTyped }));
  } else {
    choices.push(
      plan(operation, { body: fc.oneof(bytes, fc.constant(json({ comment: 'unasked' }))) }),
    );
  }
  if (ofPlace(operation, 'header').length > 0) {
    choices.push(
      plan(operation, { headers: oddHeaders }),
      plan(operation, { headers: fc.constant([]) }),
    );
  }
  if (ofPlace(operation, 'path').length > 0) {
    const path = fc.record(
      Object.fromEntries(ofPlace(operation, 'path').map(({ name }) => [name, hostileSegment])),
      { noNullPrototype: true },
    );
    choices.push(plan(operation, { path }));
  }
  return fc.oneof(...choices);
}

/** One request, to any operation. */
export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  ...OPERATIONS.map((operation) =>
    fc.oneof(
      { weight: 9, arbitrary: sensible(operation) },
      { weight: 3, arbitrary: validBySchema(operation) },
      { weight: 5, arbitrary: nearValid(operation) },
      { weight: 4, arbitrary: hostile(operation) },
    ),
  ),
);
