import type { Decimal } from '../money/decimal.ts';
import type { NotSentCause, ServiceTrade, ServiceWithdrawal, UnclearCause } from './outcome.ts';

/**
 * What a client of the service reports of one request that may move money. `serviceAnswer` is what was seen, for people:
 * in the client's words, without secrets. It is bounded where it is recorded, and nothing is decided by it.
 *
 * answered: the service's own, complete account of what it did. Whether that is what was asked for is judged here.
 * refused: the service says that it did nothing. not-sent: no byte of the request left. unclear: everything else.
 * A client that is not sure says unclear: it may have been carried out.
 */
export type Reply<Said> =
  | { readonly kind: 'answered'; readonly said: Said; readonly serviceAnswer: string }
  | {
      readonly kind: 'refused';
      /** The number under which the service refused, for people. */
      readonly status: number;
      readonly serviceAnswer: string;
    }
  | NotSent
  | { readonly kind: 'unclear'; readonly cause: UnclearCause; readonly serviceAnswer: string };

/** Also what Sluice says of its own: stopped between the claim and the sending. */
export interface NotSent {
  readonly kind: 'not-sent';
  readonly cause: NotSentCause;
  readonly serviceAnswer: string;
}

/** What Sluice stopped by itself, in its own words. */
export function notSent(cause: NotSentCause, words: string): NotSent {
  return { kind: 'not-sent', cause, serviceAnswer: words };
}

/**
 * What an answer says of its own outcome. silent: nothing. done: executed, of a trade in full. open: taken
 * and not at its end. failed: not, or not any more. unrecognised: said, and the client cannot read it.
 */
export type StatedOutcome = 'silent' | 'done' | 'open' | 'unrecognised' | 'failed';

export interface OwnState {
  readonly stated: StatedOutcome;
  /** The part of the answer that decided, as evidence. */
  readonly said: string;
}

export interface AnsweredWithdrawal extends ServiceWithdrawal {
  /** The currency of the account within the answer, which has to be the same. */
  readonly accountCurrency?: string;
}

/** Every withdrawal of one answer. Ids are compared as they are: a client gives one id one spelling. */
export interface AnsweredWithdrawals {
  readonly withdrawals: readonly AnsweredWithdrawal[];
  readonly own: OwnState;
}

export interface AnsweredTrade {
  /** What is kept of it. Its id, where it has one, in one spelling. */
  readonly trade: ServiceTrade;
  /** The record of the trade as the service wrote it, whole. */
  readonly record: string;
  /** What the answer repeats of the request, as text; null where it does not. */
  readonly repeated: {
    readonly instrument: string | null;
    readonly side: string | null;
    readonly amount: string | null;
  };
  /** Base that was executed so far; null where the answer does not say it. */
  readonly filled: Decimal | null;
  /** The answer says that some of it is still to come. */
  readonly remains: boolean;
  readonly own: OwnState;
}

export type WithdrawalReply = Reply<AnsweredWithdrawals>;
export type TradeReply = Reply<AnsweredTrade>;

/** The ids of an answer, each once, for the look-up that comes before the judgement. */
export function withdrawalIdsIn(reply: WithdrawalReply): readonly string[] {
  if (reply.kind !== 'answered') return [];
  return [...new Set(reply.said.withdrawals.map(({ id }) => id))];
}

export function tradeIdsIn(reply: TradeReply): readonly string[] {
  const id = reply.kind === 'answered' ? reply.said.trade.id : undefined;
  return id === undefined ? [] : [id];
}
