import type * as z from 'zod/mini';

/** The schemas of what stands under a name in an object, or at a place in a list; of every option, where there are several. */
export function inside(schema: z.core.$ZodType, key: PropertyKey): readonly z.core.$ZodType[] {
  return unwrapped(schema).flatMap((each) => {
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'array') return [def.element];
    if (def.type === 'record') return [def.valueType];
    const field = shapeOf(each)[String(key)];
    return field === undefined ? [] : [field];
  });
}

/** The schemas behind what says only that a value may be absent, or be one of several. */
export function unwrapped(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
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

/** The schemas at a place of a value. */
export function schemasAt(
  schema: z.core.$ZodType,
  place: readonly PropertyKey[],
): readonly z.core.$ZodType[] {
  return place.reduce<readonly z.core.$ZodType[]>(
    (schemas, key) => schemas.flatMap((each) => inside(each, key)),
    [schema],
  );
}

/** The fields of an object's schema; none of any other. */
export function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape : {};
}
