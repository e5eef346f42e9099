import * as z from 'zod/mini';

/** What is called what, of everything that an answer mentions. */
export const names = z
  .object({
    rules: z.record(z.string(), z.string()),
    accounts: z.record(z.string(), z.string()),
    people: z.record(z.string(), z.string()),
  })
  .register(z.globalRegistry, { id: 'Names' });
