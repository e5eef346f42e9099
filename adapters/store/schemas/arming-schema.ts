import * as z from 'zod/mini';
import type { Arming } from '../../../treasury/arming/arming.ts';
import { instant } from './lane-schema.ts';

export const armingSchema: z.ZodMiniType<Arming> = z.object({
  client: z.string(),
  epoch: z.string(),
  digest: z.string(),
  currencies: z.array(z.string()),
  by: z.string(),
  at: instant,
  words: z.string(),
  expiresAt: instant,
  armed: z.exactOptional(z.object({ by: z.string(), at: instant, words: z.string() })),
  version: z.int().check(z.positive()),
});
