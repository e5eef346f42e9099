import * as z from 'zod/mini';
import type { HaltState, Resumption } from '../../../treasury/policy/halt-state.ts';
import { instant } from './lane-schema.ts';
import { sealSchema } from './seal-schema.ts';

export const haltCauseSchema = z.object({ at: instant, by: z.string(), words: z.string() });

const act = z.extend(haltCauseSchema, {
  id: z.string(),
  requestId: z.string(),
  currency: z.exactOptional(z.string()),
});

/** As people look at it: the seal is no part of that. */
export const resumptionSchema = z.object({
  generation: z.int().check(z.nonnegative()),
  next: z.int().check(z.positive()),
  currency: z.exactOptional(z.string()),
  by: z.string(),
  approvedBy: z.string(),
  at: instant,
  words: z.string(),
  changeId: z.string(),
  left: z.object({ everything: z.boolean(), currencies: z.array(z.string()) }),
});

const resumed: z.ZodMiniType<Resumption> = z.extend(resumptionSchema, {
  seal: z.exactOptional(sealSchema),
});

/** What was never written by the one write that halts is absent: nothing waits, nothing is beyond. */
export const haltSchema: z.ZodMiniType<HaltState> = z.object({
  client: z.string(),
  generation: z.int().check(z.positive()),
  mode: z.enum(['live', 'halted']),
  because: z.exactOptional(haltCauseSchema),
  currencies: z.record(z.string(), haltCauseSchema),
  resumed: z.exactOptional(resumed),
  unaudited: z._default(z.array(act), []),
  unkept: z._default(z.int().check(z.nonnegative()), 0),
});
