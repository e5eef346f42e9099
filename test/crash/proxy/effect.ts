import type { Actor, WireRequest } from './wire-request.ts';

/** One request of one actor, recognised from outside. */
export interface Effect {
  readonly by: Actor;
  /** `PutItem`, `Invoke`, `POST /v1/withdrawals` and the like. */
  readonly operation: string;
  /** Texts that its body must hold. */
  readonly holds?: readonly string[];
  /** Texts that its answer must hold; only where the answer is what is lost. */
  readonly answerHolds?: readonly string[];
  /** Which of the matching ones, from 1. @default 1 */
  readonly nth?: number;
}

/**
 * How far an effect has come where everything on this machine ends.
 * before: nothing of it has left. half-sent: half of its bytes have. under-way: all of them have, and
 * no process waits for its result. answer-lost: it happened, and nothing of the answer came back.
 * after-headers, half-answered: the answer has come back so far, and the function had time to take it.
 */
export type Moment =
  | 'before'
  | 'half-sent'
  | 'under-way'
  | 'answer-lost'
  | 'after-headers'
  | 'half-answered';

export function isRequestOf(effect: Effect, { actor, operation, body }: WireRequest): boolean {
  if (actor !== effect.by || operation !== effect.operation) return false;
  return holdsAll(body, effect.holds);
}

export function holdsAll(body: Buffer, texts: readonly string[] = []): boolean {
  return texts.every((text) => body.includes(text));
}
