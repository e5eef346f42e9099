import { cleanText } from '../../treasury/outcomes/evidence.ts';

/** Fields named in a description. The first few tell the shape; all of them tell nothing more. */
const MAX_FIELDS_NAMED = 6;
/** Longest name of a field in a description, and longest description. */
const MAX_NAME_CHARACTERS = 40;
const MAX_DESCRIPTION_CHARACTERS = 400;

/** A description of an unexpected value: kinds and names of fields, never their values. */
export function describeShape(value: unknown): string {
  return cleanText(describe(value, 2), MAX_DESCRIPTION_CHARACTERS);
}

function describe(value: unknown, levels: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty list';
    return `a list of ${value.length}, the first ${describe(value[0], levels - 1)}`;
  }
  if (typeof value !== 'object' || value === null) return kindOf(value);
  const fields = Object.entries(value);
  if (fields.length === 0) return 'an empty object';
  if (levels <= 0) return 'an object';
  const named = fields
    .slice(0, MAX_FIELDS_NAMED)
    .map(([name, inner]) => `${shownName(name)}: ${describe(inner, levels - 1)}`);
  if (fields.length > named.length) named.push(`and ${fields.length - named.length} more`);
  return `an object {${named.join(', ')}}`;
}

/** A name as it came, fit to be shown. */
export function shownName(name: string): string {
  return JSON.stringify(cleanText(name, MAX_NAME_CHARACTERS));
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return value === null ? 'null' : `a ${typeof value}`;
}
