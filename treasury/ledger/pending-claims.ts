import * as z from 'zod/mini';
import { instructionState } from '../instructions/instruction.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { claimWindowSchema } from './claim-window.ts';

const pendingClaimSchema = record(() => ({ ...claimWindowSchema.shape, state: instructionState }));

/** A claim whose outcome was not settled when its interval was reconciled, or that had not shown, and its state then. */
export type PendingClaim = Stored<typeof pendingClaimSchema>;

const openRiseSchema = record(() => ({ currency: z.string(), snapshot: instant }));

/** A rise beside which a withdrawal was placed whole by the balances alone, by the tick of its break. */
export type OpenRise = Stored<typeof openRiseSchema>;

export const pendingClaimsSchema = record(() => ({
  tenant: z.string(),
  claims: z.array(pendingClaimSchema),
  /** Rises that no person had explained when they were found last: while one is open, no fall is matched. */
  openRises: z.exactOptional(z.array(openRiseSchema)),
  version: z.int().check(z.positive()),
}));

/** The claims to examine again once they are settled. One per tenant. */
export type PendingClaims = Stored<typeof pendingClaimsSchema>;
