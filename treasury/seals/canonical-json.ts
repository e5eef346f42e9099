import { createHash } from 'node:crypto';

/**
 * Plain data as JSON text, the same whatever the order of its fields and wherever it was stored in between: fields
 * that are undefined are absent, and characters that UTF-8 cannot hold are replaced.
 * @throws if a value has no JSON: a value that cannot be read back is never sealed.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.toWellFormed());
    case 'boolean':
      return String(value);
    case 'number':
      if (Number.isFinite(value)) return JSON.stringify(value);
      break;
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
      return canonicalObject(value);
    default:
  }
  throw new TypeError(`a ${typeof value} has no canonical JSON`);
}

function canonicalObject(value: object): string {
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => [canonicalJson(name), inner] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${name}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of the canonical JSON, the bytes that a MAC is made over. */
export function digestOf(value: unknown): Uint8Array {
  return createHash('sha256').update(canonicalJson(value)).digest();
}

/** The same as hexadecimal text, for what is stored. */
export function hexDigestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
