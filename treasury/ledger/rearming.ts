import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';

const unbookedStatementSchema = z.record(z.string(), decimalText);

/** By currency, the amount that was sent after the backup and that no balance shows yet; decimal text. */
export type UnbookedStatement = Stored<typeof unbookedStatementSchema>;

export const rearmingSchema = record(() => ({
  tenant: z.string(),
  /** The table that is armed. */
  epoch: z.string(),
  /** The digest of the lanes as they were seen and of every amount: both people must have said the same. */
  digest: z.string(),
  currencies: z.array(z.string()),
  /**
   * By currency, the unbooked amount that was sent after the backup; both people said so. Absent in statements from
   * before Sluice asked for it.
   */
  unbooked: z.exactOptional(unbookedStatementSchema),
  by: z.string(),
  at: instant,
  comment: z.string(),
  expiresAt: instant,
  /** Set by the second person. */
  armed: z.exactOptional(record(() => ({ by: z.string(), at: instant, comment: z.string() }))),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over the first person's word, by the function that took it; without one it counts for nothing. */
  seal: z.exactOptional(sealSchema),
}));

/** One person's word, and the person who agreed. One per tenant; the audit log keeps the earlier ones. */
export type Rearming = Stored<typeof rearmingSchema>;
