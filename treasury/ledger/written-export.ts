import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const writtenExportSchema = record(() => ({
  tenant: z.string(),
  id: z.string(),
  /** The report, by the name of its route. */
  report: z.string(),
  format: z.string(),
  fileName: z.string(),
  bytes: z.int().check(z.nonnegative()),
  sha256: z.string(),
  requestedBy: z.string(),
  writtenAt: instant,
}));

/** A report that was written to a file: who asked for which. The file itself expires; this stays. */
export type WrittenExport = Stored<typeof writtenExportSchema>;
