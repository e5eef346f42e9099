import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';

const unbookedStatementSchema = z.record(z.string(), decimalText);

/** By currency, what was sent after the backup and no balance shows yet; decimal text. */
export type UnbookedStatement = Stored<typeof unbookedStatementSchema>;

export const rearmingSchema = record({
  tenant: z.string(),
  /** The table that is armed. */
  epoch: z.string(),
  /** Of the lanes as they were seen and of every amount: what both people must have said alike. */
  digest: z.string(),
  currencies: z.array(z.string()),
  /** By currency, what was sent after the backup and is unbooked; both people said so. Absent in what was said
   * before that was asked for. */
  unbooked: z.exactOptional(unbookedStatementSchema),
  by: z.string(),
  at: instant,
  words: z.string(),
  expiresAt: instant,
  /** Set by the second person. */
  armed: z.exactOptional(record({ by: z.string(), at: instant, words: z.string() })),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over the word of the first person, by the function that took it; without one it stands for nothing. */
  seal: z.exactOptional(sealSchema),
});

/** What one person said, and who agreed. One of a tenant; the audit log keeps the earlier ones. */
export type Rearming = Stored<typeof rearmingSchema>;
