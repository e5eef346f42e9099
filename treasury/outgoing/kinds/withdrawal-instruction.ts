import type { Instruction } from '../../instructions/instruction.ts';
import type { Lane } from '../../instructions/lane.ts';
import type { RegisteredAccount } from '../../policy/registered-account.ts';
import type { Instant } from '../../time/instant.ts';
import type { Balances } from '../../valuation/balance.ts';
import type { PriceReading } from '../../value-limits/price-of-limits.ts';
import type { Seen } from '../kind.ts';
import type { OutflowOfClaim } from './outflow-for-claim.ts';

/** An instruction that pays to an account: a withdrawal, whole or a part of a split (reference, 4.2). */
export type WithdrawalInstruction = Instruction & {
  readonly content: { readonly kind: 'withdrawal' };
};

/** What one is judged on. */
export interface SeenOfWithdrawal extends Seen {
  readonly account: RegisteredAccount | null;
  /** With the balances taken into account. */
  readonly lane: Lane | null;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  /** Null if nothing rests on a value. */
  readonly prices: PriceReading | null;
  readonly outflow: OutflowOfClaim;
  readonly now: Instant;
}
