import type { Decimal } from '../money/decimal.ts';
import type { AnswerFact, Came, FillProblem, OwnStop, StatedFact } from './answer-fact.ts';
import type { NotSentCause, ServiceTrade, ServiceWithdrawal, UnclearCause } from './outcome.ts';
import type { AnswerPlace } from './propose-fields.ts';

/**
 * A client's report of one request to the service that may move money. `serviceAnswer` is the answer, for
 * people: quoted, without secrets. It is bounded where it is recorded, and nothing is decided by it.
 *
 * answered: the service's own, complete account of what it did. The domain judges here whether that is what was
 * requested. refused: the service says that it did nothing. not-sent: no byte of the request left. unclear:
 * everything else. A client that is not sure says unclear: it may have been carried out.
 */
export type Reply<Said> =
  | ({ readonly kind: 'answered'; readonly said: Said } & AsItCame)
  | ({
      readonly kind: 'refused';
      /** The number under which the service refused, for people. */
      readonly status: number;
    } & AsItCame)
  | NotSent
  | ({
      readonly kind: 'unclear';
      readonly cause: UnclearCause;
      /** Why the answer cannot be read; absent: there is none, or its status says nothing. */
      readonly found?: AnswerFact;
    } & AsItCame);

interface AsItCame {
  /** Absent: Sluice itself stopped, and asked nothing. */
  readonly came?: Came;
  /** Quoted. Absent: none came. */
  readonly serviceAnswer?: string;
}

/** Also for Sluice's own refusal: stopped between the claim and the sending. */
export interface NotSent extends AsItCame {
  readonly kind: 'not-sent';
  readonly cause: NotSentCause;
  readonly found?: OwnStop;
}

/** Sluice's own reason for stopping. */
export function notSent(found: OwnStop): NotSent {
  return { kind: 'not-sent', cause: found.code, found };
}

/**
 * An answer's statement about its own outcome, from the best to the worst. silent: nothing. done: executed, a trade in
 * full. open: accepted and not at its end. unrecognised: stated, and the client cannot read it. failed: not executed, or
 * not any more.
 */
export const STATED_OUTCOMES = ['silent', 'done', 'open', 'unrecognised', 'failed'] as const;
export type StatedOutcome = (typeof STATED_OUTCOMES)[number];

export type OwnState =
  | { readonly stated: 'silent' }
  | {
      readonly stated: Exclude<StatedOutcome, 'silent'>;
      /** The part of the answer that decided. */
      readonly said: StatedFact;
    };

export interface AnsweredWithdrawal extends ServiceWithdrawal {
  /** The currency of the account within the answer, which has to be the same. */
  readonly accountCurrency?: string;
  /** The network of the account within the answer, and where it says that the account is. */
  readonly accountNetwork?: string;
  readonly accountDetails?: Readonly<Record<string, unknown>>;
  /** Of the withdrawal itself. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Every withdrawal of one answer. Ids and currencies are compared as they are: a client gives each one spelling. */
export interface AnsweredWithdrawals {
  readonly withdrawals: readonly AnsweredWithdrawal[];
  readonly own: OwnState;
}

export interface AnsweredTrade {
  /** The part of it that is kept. Its id, if it has one, in one spelling. */
  readonly trade: ServiceTrade;
  /** The record of the trade as the service wrote it, whole. */
  readonly record: string;
  /** The part of the request that the answer repeats, as text; null if it does not. */
  readonly repeated: {
    readonly instrument: string | null;
    readonly side: string | null;
    readonly amount: string | null;
  };
  readonly filled: Filled;
  /** The id stands at the place that the stage names, and not only where an id is usual. */
  readonly isIdNamed: boolean;
  /** The answer's texts and numbers with their places, bounded, for a proposal to people. */
  readonly places: readonly AnswerPlace[];
  /** The answer says that some of it is still to come. */
  readonly remains: boolean;
  readonly own: OwnState;
}

/** What the answer says of the trade's execution. */
export interface Filled {
  /** Base that was executed so far; null if the answer does not say it. */
  readonly base: Decimal | null;
  /** Every amount behind `base` was text; a number may have been rounded. */
  readonly isText: boolean;
  /** What the fills exchanged for how much base, exactly; null if a fill has no price. */
  readonly quote: { readonly base: Decimal; readonly exchanged: Decimal } | null;
  /** Prices of the execution as a whole, such as an average. */
  readonly prices: readonly Decimal[];
  /** Why what it says cannot be read, or is no execution, such as a fill of zero or less; null if it can. */
  readonly problem: FillProblem | null;
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
