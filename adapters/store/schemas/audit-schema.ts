import * as z from 'zod';
import type { AuditEntry, AuditHead } from '../../../treasury/audit/audit-entry.ts';
import { instant } from './lane-schema.ts';

const hash = z.string().length(64);

export const auditHeadSchema: z.ZodType<AuditHead> = z.object({
  sequence: z.int().positive(),
  hash,
});

/** Exactly what was hashed: the table's own attributes are dropped, nothing else may be. */
export const auditEntrySchema: z.ZodType<AuditEntry> = z.object({
  at: instant,
  by: z.string(),
  approvedBy: z.string().exactOptional(),
  action: z.string(),
  subject: z.string(),
  requestId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  sequence: z.int().positive(),
  previousHash: hash,
  hash,
});
