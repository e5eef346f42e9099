import * as z from 'zod/mini';
import type { ApprovalUsage } from '../../../treasury/limits/approval-usage.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';

const hours = z.record(instant, decimalText);

export const approvalUsageSchema: z.ZodMiniType<ApprovalUsage> = z.object({
  client: z.string(),
  reportingCurrency: z.string(),
  byNobody: hours,
  byOne: hours,
  version: z.int().check(z.positive()),
});
