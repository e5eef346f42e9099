import * as z from 'zod';
import type { AuditHead } from '../../../treasury/audit/audit-entry.ts';

export const auditHeadSchema: z.ZodType<AuditHead> = z.object({
  sequence: z.int().positive(),
  hash: z.string().length(64),
});
