import * as z from 'zod';
import type { Arming } from '../../../treasury/arming/arming.ts';
import { instant } from './lane-schema.ts';

export const armingSchema: z.ZodType<Arming> = z.object({
  client: z.string(),
  epoch: z.string(),
  digest: z.string(),
  currencies: z.array(z.string()),
  by: z.string(),
  at: instant,
  words: z.string(),
  expiresAt: instant,
  armed: z.object({ by: z.string(), at: instant, words: z.string() }).exactOptional(),
  version: z.int().positive(),
});
