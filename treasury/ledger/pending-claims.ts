import * as z from 'zod/mini';
import { instructionState } from '../instructions/instruction.ts';
import { record, type Stored } from '../records/record.ts';
import { claimWindowSchema } from './claim-window.ts';

const pendingClaimSchema = z.extend(claimWindowSchema, { state: instructionState });

/** A claim whose outcome was not settled when its interval was reconciled, or that had not shown, and its state then. */
export type PendingClaim = Stored<typeof pendingClaimSchema>;

export const pendingClaimsSchema = record({
  tenant: z.string(),
  claims: z.array(pendingClaimSchema),
  version: z.int().check(z.positive()),
});

/** The claims to examine again once they are settled. One per tenant. */
export type PendingClaims = Stored<typeof pendingClaimsSchema>;
