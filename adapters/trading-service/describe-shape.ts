import type { AnswerShape, ShapeKind } from '../../treasury/outcomes/answer-shape.ts';
import { cleanText } from '../../treasury/outcomes/evidence.ts';

/** Fields named in a description. The first few tell the shape; all of them tell nothing more. */
const MAX_FIELDS_NAMED = 6;
/** Longest name of a field in a description: far beyond any that a service gives one. */
export const MAX_NAME_CHARACTERS = 40;

/** Levels of objects whose fields are named: a wrapper and what it holds. A list is one as well. */
const MAX_LEVELS = 2;

interface Place {
  readonly lists?: readonly number[];
  readonly kind: ShapeKind;
}

interface Shape extends Place {
  readonly fields?: readonly { readonly name: string; readonly shape: Shape }[];
  readonly more?: number;
}

/**
 * The shape of an unexpected value: kinds and names of fields, never their values. Bounded by the fields that are named
 * and the levels that they are named on; lists are nested as deep as an answer may be.
 */
export function shapeOf(value: unknown): AnswerShape {
  return shapeWithin(value, MAX_LEVELS) as AnswerShape;
}

function shapeWithin(value: unknown, levels: number): Shape {
  if (Array.isArray(value) && value.length > 0) {
    const { lists = [], ...first } = shapeWithin(value[0], levels - 1);
    return { lists: [value.length, ...lists], ...first };
  }
  const kind = kindOf(value);
  if (kind !== 'object' || levels <= 0) return { kind };
  const fields = Object.entries(value as object);
  const named = fields.slice(0, MAX_FIELDS_NAMED).map(([name, inner]) => ({
    name: shownName(name),
    shape: shapeWithin(inner, levels - 1),
  }));
  const more = fields.length - named.length;
  return { kind, fields: named, ...(more > 0 && { more }) };
}

/** A name as it came, fit to be shown. */
export function shownName(name: string): string {
  return cleanText(name, MAX_NAME_CHARACTERS);
}

/** The same in quotation marks, for lists of names. */
export function quotedName(name: string): string {
  return JSON.stringify(shownName(name));
}

function kindOf(value: unknown): ShapeKind {
  switch (typeof value) {
    case 'string':
      return value === '' ? 'empty-text' : 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return kindOfHolder(value);
  }
}

function kindOfHolder(value: unknown): ShapeKind {
  if (value == null) return 'null';
  if (Array.isArray(value)) return 'empty-list';
  return Object.keys(value).length === 0 ? 'empty-object' : 'object';
}
