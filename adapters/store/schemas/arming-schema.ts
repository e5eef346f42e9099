import * as z from 'zod/mini';
import type { Arming } from '../../../treasury/ledger/arming.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';
import { sealSchema } from './seal-schema.ts';

export const armingSchema: z.ZodMiniType<Arming> = z.object({
  client: z.string(),
  epoch: z.string(),
  digest: z.string(),
  currencies: z.array(z.string()),
  unbooked: z.exactOptional(z.record(z.string(), decimalText)),
  by: z.string(),
  at: instant,
  words: z.string(),
  expiresAt: instant,
  armed: z.exactOptional(z.object({ by: z.string(), at: instant, words: z.string() })),
  version: z.int().check(z.positive()),
  seal: z.exactOptional(sealSchema),
});
