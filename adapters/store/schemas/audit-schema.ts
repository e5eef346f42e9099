import * as z from 'zod/mini';
import type { AuditEntry, AuditHead } from '../../../treasury/audit/audit-entry.ts';
import { instant } from './lane-schema.ts';

const hash = z.string().check(z.length(64));

export const auditHeadSchema: z.ZodMiniType<AuditHead> = z.object({
  sequence: z.int().check(z.positive()),
  hash,
});

/** Exactly what was hashed: the table's own attributes are dropped, nothing else may be. */
export const auditEntrySchema: z.ZodMiniType<AuditEntry> = z.object({
  at: instant,
  by: z.string(),
  approvedBy: z.exactOptional(z.string()),
  action: z.string(),
  subject: z.string(),
  requestId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  sequence: z.int().check(z.positive()),
  previousHash: hash,
  hash,
});
