import * as z from 'zod/mini';
import { FULL_EXPORT_FORMATS } from '../../adapters/exports/export-format.ts';
import { EXPORT_FAILURES } from '../routes/exports.ts';

/** The response to a request for an export, finished or not. */
export const exportResponse = z
  .discriminatedUnion('state', [
    z.object({
      id: z.string(),
      state: z.literal('writing'),
      bytes: z.int(),
      expiresAt: z.string(),
    }),
    z.object({
      id: z.string(),
      state: z.literal('written'),
      bytes: z.int(),
      sha256: z.string(),
      fileName: z.string(),
      address: z.string(),
      addressExpiresAt: z.string(),
      expiresAt: z.string(),
    }),
  ])
  .register(z.globalRegistry, { id: 'Export' });

/** What one caller asked for lately; the file itself is at its own address. */
export const exportList = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          report: z.string(),
          query: z.record(z.string(), z.string()),
          format: z.enum(FULL_EXPORT_FORMATS),
          fileName: z.string(),
          requestedAt: z.string(),
          expiresAt: z.string(),
          state: z.enum(['writing', 'written', 'failed']),
          bytes: z.int(),
          failure: z.exactOptional(
            z.object({ code: z.enum(EXPORT_FAILURES), message: z.string() }),
          ),
        })
        .register(z.globalRegistry, { id: 'ListedExport' }),
    ),
    more: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'ExportList' });
