import * as z from 'zod/mini';
import { shapeOf } from '../validation/inside-schema.ts';
import { type PolicyFile, policyFile } from './policy-schema.ts';
import { RefusedField } from './refused-field.ts';

/** They only tell one piece from another, so the text of the file serves, whatever it is. */
const NAMES: ReadonlySet<string> = new Set(['id', 'label']);

/**
 * A policy whose shape is not accepted, as far as it can be read: all its pieces in their order. To read a field that the
 * schema refuses ends the check that does so (`unlessRefused`), so that every check of everything else still runs.
 */
export function readableParts(json: unknown): PolicyFile {
  return partOf(policyFile, json, '') as PolicyFile;
}

function partOf(schema: z.core.$ZodType, json: unknown, place: string): object {
  const fields = Object.entries(shapeOf(schema));
  return Object.defineProperties(
    {},
    Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const written = ownField(json, name);
        const value = readable(field, written, `${place}.${name}`);
        return value === undefined ? [] : [[name, { enumerable: true, ...value }]];
      }),
    ),
  );
}

/** How a field is defined: by its value, or by an end of the check that reads it. Undefined: it may be absent, and is. */
function readable(
  field: z.core.$ZodType,
  written: unknown,
  place: string,
): PropertyDescriptor | undefined {
  const parsed = z.safeParse(field, written);
  if (parsed.success) return { value: parsed.data };
  if (written === undefined && field._zod.optin === 'optional') return undefined;
  const name = place.split('.').at(-1) ?? '';
  if (NAMES.has(name)) return { value: typeof written === 'string' ? written : place };
  const piece = pieceIn(field);
  // A list that is refused as a whole is too long to look at each of its pieces.
  const isWhole = parsed.error.issues.some(({ path }) => path.length === 0);
  if (piece !== null && Array.isArray(written) && !isWhole) {
    return { value: written.map((each, index) => partOf(piece, each, `${place}.${index}`)) };
  }
  if (name === 'controls') return { value: partOf(field, written, place) };
  return {
    get: () => {
      throw new RefusedField();
    },
  };
}

/** The schema of the pieces of a list; null of any other field. */
function pieceIn(field: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'default') return pieceIn(def.innerType);
  if (def.type !== 'array' || Object.keys(shapeOf(def.element)).length === 0) return null;
  return def.element;
}

function ownField(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  return Object.getOwnPropertyDescriptor(json, name)?.value;
}
