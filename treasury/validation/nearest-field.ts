import type * as z from 'zod/mini';
import { nearestName } from './nearest-name.ts';

/** Letters by which a field may be misspelt: a third of them, as in "treshhold" for "threshold". */
const LETTERS_PER_MISTAKE = 3;

/** The field that was probably meant by an unknown one at a place of a schema; null if none is similar. */
export function nearestField(
  schema: z.core.$ZodType,
  place: readonly PropertyKey[],
  written: string,
): string | null {
  const at = place.reduce<readonly z.core.$ZodType[]>(
    (schemas, key) => schemas.flatMap((each) => inside(each, key)),
    [schema],
  );
  const known = at.flatMap(unwrapped).flatMap((each) => Object.keys(shapeOf(each)));
  const lowered = new Map(known.map((name) => [name.toLowerCase(), name]));
  const distance = Math.max(2, Math.floor(written.length / LETTERS_PER_MISTAKE));
  const nearest = nearestName(written.toLowerCase(), lowered.keys(), distance);
  return nearest === null ? null : (lowered.get(nearest) ?? null);
}

function inside(schema: z.core.$ZodType, key: PropertyKey): readonly z.core.$ZodType[] {
  return unwrapped(schema).flatMap((each) => {
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'array') return [def.element];
    if (def.type === 'record') return [def.valueType];
    const field = shapeOf(each)[String(key)];
    return field === undefined ? [] : [field];
  });
}

/** The schemas behind what says only that a value may be absent, or be one of several. */
function unwrapped(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unwrapped(def.innerType);
    case 'pipe':
      return unwrapped(def.in);
    case 'union':
      return def.options.flatMap(unwrapped);
    default:
      return [schema];
  }
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape : {};
}
