import * as z from 'zod/mini';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { POLICY_PIECES } from '../policy/policy-pieces.ts';
import { coded, type Stored } from '../records/record.ts';

export const supersededSchema = z.discriminatedUnion('code', [
  /** Another version stands than the one that it was proposed on. */
  coded('other-version', () => ({
    baseVersion: z.int().check(z.nonnegative()),
    stands: z.int().check(z.nonnegative()),
  })),
  /** There was another halt since than the one that it ends. */
  coded('another-halt', () => ({
    ends: z.int().check(z.nonnegative()),
    stands: z.int().check(z.nonnegative()),
  })),
]);

/** Why a proposed change can only be proposed again. */
export type Superseded = Stored<typeof supersededSchema>;

const amount = { amount: z.string() };

export const waitingFactSchema = z.discriminatedUnion('code', [
  coded('amount', () => ({ ...amount, currency: z.string() })),
  coded('trade', () => ({ side: z.enum(TRADE_SIDES), ...amount, instrument: z.string() })),
  /** Null: the controls, of which there is one set. */
  coded('piece', () => ({ piece: z.enum(POLICY_PIECES), id: z.nullable(z.string()) })),
  /** Null: of everything. */
  coded('end-of-halt', () => ({ currency: z.nullable(z.string()) })),
  coded('outcome', () => ({ instructionId: z.string() })),
  coded('unbooked', () => ({ ...amount, currency: z.string() })),
  coded('lanes', () => ({ currencies: z.array(z.string()) })),
]);

/** What it is that waits for a person until it expires. */
export type WaitingFact = Stored<typeof waitingFactSchema>;
