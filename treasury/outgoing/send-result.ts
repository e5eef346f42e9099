import type { Instruction } from '../instructions/instruction.ts';
import type { Concluded } from './send-claimed.ts';

/** Nothing was changed; a later delivery decides again. */
export interface Deferred {
  readonly result: 'deferred';
  readonly reason: string;
  /** Of the service or of the key of seals. */
  readonly said?: string;
}

/** The result of one delivery of an approved instruction. */
export type SendResult =
  | ({ readonly result: 'concluded' } & Concluded)
  | { readonly result: 'cancelled'; readonly instruction: Instruction }
  | Deferred
  /** The instruction is gone past `approved`: a repeated delivery, or another invocation was quicker. */
  | { readonly result: 'not-open'; readonly state: string };

export function deferred(reason: string, said?: string): Deferred {
  return { result: 'deferred', reason, ...(said !== undefined && { said }) };
}
