import * as z from 'zod/mini';
import type { TradeUsage } from '../../../treasury/limits/trade-usage.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';

const hours = z.record(instant, decimalText);

export const tradeUsageSchema: z.ZodMiniType<TradeUsage> = z.object({
  client: z.string(),
  reportingCurrency: z.string(),
  hours,
  users: z.array(z.object({ user: z.string(), hours, unapproved: z.exactOptional(hours) })),
  version: z.int().check(z.positive()),
});
