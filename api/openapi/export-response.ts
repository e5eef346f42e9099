import * as z from 'zod/mini';

/** The response to a request for an export, finished or not. */
export const exportResponse = z
  .discriminatedUnion('state', [
    z.object({
      id: z.string(),
      state: z.literal('writing'),
      bytes: z.int(),
      expiresAt: z.string(),
    }),
    z.object({
      id: z.string(),
      state: z.literal('written'),
      bytes: z.int(),
      sha256: z.string(),
      fileName: z.string(),
      address: z.string(),
      addressExpiresAt: z.string(),
      expiresAt: z.string(),
    }),
  ])
  .register(z.globalRegistry, { id: 'Export' });
