import * as z from 'zod/mini';
import type { Denials } from '../../../treasury/audit/denial.ts';
import { instant } from './lane-schema.ts';

export const denialsSchema: z.ZodMiniType<Denials> = z.object({
  client: z.string(),
  hour: instant,
  by: z.string(),
  route: z.string(),
  count: z.int().check(z.positive()),
  firstAt: instant,
  lastAt: instant,
  code: z.string(),
  requestId: z.string(),
});
