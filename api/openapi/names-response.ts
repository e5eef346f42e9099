import * as z from 'zod/mini';

/** What is called what, of everything that an answer mentions. */
const names = z
  .object({
    rules: z.record(z.string(), z.string()),
    accounts: z.record(z.string(), z.string()),
    people: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'Names' });

/** Beside the fields of an answer that names others by their ids; an item of a list has none of its own. */
export const besideIds = { names: z.exactOptional(names) };

/** An answer with them. */
export interface Named {
  readonly names?: z.infer<typeof names>;
}
