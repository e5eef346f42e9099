import fc from 'fast-check';
import { Real } from './real.ts';

/** One thing that is wrong with a value that was acceptable. */
export interface Mutation {
  /** Which of the places in the value. */
  readonly place: number;
  readonly how: How;
}

type How =
  | { readonly kind: 'leave-out' }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'append'; readonly text: string };

/** Values of other types, at the ends of what numbers and texts can be. */
const OTHERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '-1',
  '0',
  '1e9',
  '00.1',
  '0x10',
  'NaN',
  'Infinity',
  '٣', // a digit, though not one of ours
  `1${'0'.repeat(40)}`,
  `0.${'0'.repeat(40)}1`,
  'constructor',
  '__proto__',
  'not-one-of-these',
  'x'.repeat(1_001),
  'x'.repeat(9_000),
  [],
  {},
  [[]],
  { $ne: null },
  '9999-99-99T99:99:99Z',
  '2026-02-30T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-01-01T00:00:00+23:59',
];

/** What texts are spoilt with: controls, halves of characters, what other programs take as orders. */
const TAILS: readonly string[] = [
  '\u0000',
  '\u0007\u001b[31m',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\udfff',
  '\u202e',
  '\u2028',
  '"}',
  "' OR '1'='1",
  '%{jndi:ldap://x}',
  '=cmd()',
  '😀',
  'é'.repeat(2_000),
];

const NAMES: readonly string[] = [
  'extra',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'comment ',
  'ID',
  '\ud800',
];

const how: fc.Arbitrary<How> = fc.oneof(
  fc.constant({ kind: 'leave-out' } as const),
  fc.record({
    kind: fc.constant('add' as const),
    name: fc.constantFrom(...NAMES),
    value: fc.constantFrom(...OTHERS),
  }),
  fc.record({ kind: fc.constant('replace' as const), value: fc.constantFrom(...OTHERS) }),
  fc.record({ kind: fc.constant('append' as const), text: fc.constantFrom(...TAILS) }),
);

export const mutation: fc.Arbitrary<Mutation> = fc.record({ place: fc.nat(200), how });

type Path = readonly (string | number)[];

/** The value with one thing changed. */
export function mutated(value: unknown, { place, how }: Mutation): unknown {
  const places = placesOf(value, []);
  const at = places[place % places.length] ?? [];
  return changedAt(value, at, how);
}

/** Every place in a value, the whole first. */
function placesOf(value: unknown, path: Path): readonly Path[] {
  if (value === null || typeof value !== 'object' || value instanceof Real) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key])),
  ];
}

function changedAt(value: unknown, [key, ...rest]: Path, how: How): unknown {
  if (key === undefined) return changed(value, how);
  const inner = (value as Record<string, unknown>)[key];
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length === 0 && how.kind === 'leave-out') delete copy[key];
  else define(copy, String(key), changedAt(inner, rest, how));
  return copy;
}

function changed(value: unknown, how: How): unknown {
  switch (how.kind) {
    case 'leave-out':
      return null;
    case 'replace':
      return how.value;
    case 'append':
      return typeof value === 'string' ? `${value}${how.text}` : how.text;
    case 'add': {
      if (value === null || typeof value !== 'object' || value instanceof Real) return how.value;
      const copy = Array.isArray(value) ? { ...value } : { ...(value as object) };
      define(copy as Record<string, unknown>, how.name, how.value);
      return copy;
    }
    default:
      return how satisfies never;
  }
}

/** As a field of its own, also where the name is one that every object has. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
