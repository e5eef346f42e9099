import type { AskedWithdrawal } from '../outcomes/judge-withdrawal.ts';
import type { Claimed } from '../outgoing/send-claimed.ts';
import { deferred, type SendResult } from '../outgoing/send-result.ts';

/** What one attempt to claim came to. */
export type ClaimStep =
  | {
      readonly kind: 'claimed';
      readonly asked: AskedWithdrawal;
      readonly claimed: Claimed;
    }
  | { readonly kind: 'done'; readonly result: SendResult }
  | { readonly kind: 'again' }
  /** A claim of another currency came first, and both count against the same floor or limit. */
  | { readonly kind: 'room-taken' };

export function waits(reason: string, said?: string): ClaimStep {
  return { kind: 'done', result: deferred(reason, said) };
}
