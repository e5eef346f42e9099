import * as z from 'zod/mini';

/**
 * The schema of a part of a stored thing. Fields that it does not list are kept as they were read: a later version of
 * Sluice may have written them, and rewriting the item must not erase them. The type lists only the known ones.
 *
 * Its fields are made when it is first used. A cold start declares hundreds of records, and an event uses a few of them.
 */
export function record<Shape extends z.core.$ZodLooseShape>(
  fields: () => Shape,
): z.ZodMiniObject<Shape, z.core.$strip> {
  // As `z.catchall(z.object(shape), KEPT)` makes it, which makes each one twice.
  const made = new z.ZodMiniObject({
    type: 'object',
    catchall: KEPT,
    get shape() {
      const shape = fields();
      Object.defineProperty(this, 'shape', { value: shape });
      return shape;
    },
  });
  return made as unknown as z.ZodMiniObject<Shape, z.core.$strip>;
}

/** One of several things that are told apart by their code, and the fields that only this code has. */
export function coded<
  const Code extends string,
  Fields extends z.core.$ZodLooseShape = Record<never, never>,
>(code: Code, fields: () => Fields = () => ({}) as Fields) {
  return record(() => ({ code: z.literal(code), ...fields() }));
}

/**
 * Fields that are not listed may have any value. One schema for all of them, so that a record can be told from other
 * objects.
 */
const KEPT = z.unknown();

/** True for the schema of a record, as it is or extended. */
export function isRecord({ _zod: { def } }: z.core.$ZodTypes): boolean {
  return def.type === 'object' && def.catchall === KEPT;
}

/** The value that a schema reads, as the domain has it: never changed in place. */
export type Stored<Schema extends z.core.$ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> } : T;

/** The values that tell the options of a discriminated union apart, in the order of the options. */
export function discriminants<
  Options extends readonly z.core.$ZodTypeDiscriminable[],
  Discriminator extends string,
>(
  union: z.core.$ZodDiscriminatedUnion<Options, Discriminator>,
): readonly DiscriminantOf<z.output<Options[number]>, Discriminator>[] {
  const { discriminator, options } = union._zod.def;
  const values = options.flatMap((option) => [...(option._zod.propValues[discriminator] ?? [])]);
  return [...new Set(values)] as DiscriminantOf<z.output<Options[number]>, Discriminator>[];
}

type DiscriminantOf<Option, Discriminator extends string> = Option extends {
  readonly [Name in Discriminator]: infer Value;
}
  ? Value
  : never;
