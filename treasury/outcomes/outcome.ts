import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { type AnswerFact, answerFactSchema, type Came, cameSchema } from './answer-fact.ts';

/**
 * The fields of a withdrawal that a person may set, beside the tenant and the account: the command, the content and
 * the request take them from here. They are sealed.
 */
export const withdrawalDetailsSchema = record(() => ({
  withdrawalAccountId: z.string(),
  /** Decimal text in the account's currency. */
  amount: decimalText,
}));

export type WithdrawalDetails = Stored<typeof withdrawalDetailsSchema>;

export const withdrawalRequestSchema = record(() => ({
  ...withdrawalDetailsSchema.shape,
  /** Currency of the registered account. Not sent: the answer must name it. */
  currency: z.string(),
}));

/** What is asked of the service (reference, 4.2), and what its answer is compared with. */
export type WithdrawalRequest = Stored<typeof withdrawalRequestSchema>;

/** The sides of a trade, of its base currency. */
export const TRADE_SIDES = ['buy', 'sell'] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

/** The fields of a trade that are sent (reference, 4.3). */
export interface TradeRequest {
  /** BASE/QUOTE */
  readonly instrument: string;
  readonly side: TradeSide;
  /** Decimal text, quote currency per unit of base. */
  readonly price: string;
  /** Decimal text in the base currency. */
  readonly amount: string;
}

export const serviceWithdrawalSchema = record(() => ({
  id: z.string(),
  /** Kept as it came, as are the moments and the venue: nothing but `createdAt` decides anything. */
  network: z.exactOptional(z.string()),
  currency: z.string(),
  amount: decimalText,
  withdrawalAccountId: z.string(),
  createdAt: z.exactOptional(z.string()),
  processedAt: z.exactOptional(z.string()),
  venue: z.exactOptional(z.string()),
}));

/** The part of a withdrawal in the service's answer (reference, 2.2) that is compared and kept. */
export type ServiceWithdrawal = Stored<typeof serviceWithdrawalSchema>;

export const statedDestinationSchema = record(() => ({
  network: z.exactOptional(z.string()),
  /** Text by path, such as `beneficiary.address`: what tells one destination from another. */
  details: z.record(z.string(), z.string()),
}));

/** What the service says of the place that money to an account goes to. */
export type StatedDestination = Stored<typeof statedDestinationSchema>;

export const answeredDestinationSchema = record(() => ({
  /** Everything that tells the registered destination from others was stated, and agrees. */
  isNamed: z.boolean(),
  /** Paths of the registered destination that the answer states as they are registered. */
  stated: z.array(z.string()),
  /** Paths that it does not state. */
  notStated: z.array(z.string()),
  says: statedDestinationSchema,
}));

/** What a confirming answer says of the destination. */
export type AnsweredDestination = Stored<typeof answeredDestinationSchema>;

export const executedAmountsSchema = record(() => ({ base: decimalText, quote: decimalText }));

/** The traded amounts, in both currencies of the instrument; decimal text, without fees. */
export type ExecutedAmounts = Stored<typeof executedAmountsSchema>;

export const tradeFeeSchema = record(() => ({ currency: z.string(), amount: decimalText }));

/** Decimal text in a currency of either side, or of neither. */
export type TradeFee = Stored<typeof tradeFeeSchema>;

export const serviceTradeSchema = record(() => ({
  id: z.exactOptional(z.string()),
  state: z.exactOptional(z.string()),
  /** As the service sends them: any JSON. */
  fills: z.exactOptional(z.array(z.unknown())),
  /** The sum of its fills, if they are complete; decimal text, without fees. */
  executed: z.exactOptional(executedAmountsSchema),
  /** If the trade, or each of its fills that has a fee, names amount and currency. */
  fees: z.exactOptional(z.array(tradeFeeSchema)),
}));

/** A trade as the service returned it. Its record is not shown in the reference (2.4). */
export type ServiceTrade = Stored<typeof serviceTradeSchema>;

export const NOT_SENT_CAUSES = [
  'dns',
  'refused',
  'connect-timeout',
  'tls',
  'aborted-before-connect',
  'no-token',
  'past-send-by',
  'halt-changed',
  'halt-unreadable',
] as const;
export type NotSentCause = (typeof NOT_SENT_CAUSES)[number];
/** Causes for a request that may have arrived: no answer, or an answer without an outcome. A client says which. */
export const UNCLEAR_CAUSES = [
  'timeout',
  'connection-lost',
  'status',
  'empty-answer',
  'truncated-answer',
  'invalid-answer',
  'oversized-answer',
  'redirected',
] as const;
export type UnclearCause = (typeof UNCLEAR_CAUSES)[number];
export const UNKNOWN_CAUSES = [
  ...UNCLEAR_CAUSES,
  'not-recorded',
  // A complete answer whose withdrawal was created at a time at which it cannot have been this one.
  'other-time',
  // A complete answer that says itself that it failed, or that it is not at its end, or that cannot be read.
  'state-failed',
  'state-open',
  'state-unrecognised',
  // A complete answer to a trade that does not say enough: nothing that it was carried out, an instrument in another
  // spelling, fills that cannot be read or are none.
  'not-stated',
  'other-spelling',
  'fills-unreadable',
  // Its destination is stated and cannot be compared: no text, or a name of the network that no people have confirmed.
  'destination-unreadable',
  'network-unconfirmed',
  // Less than was asked for, by what a fee or fewer digits explain, and the policy does not say that the service answers so.
  'amount-net',
  'amount-cut',
] as const;
export type UnknownCause = (typeof UNKNOWN_CAUSES)[number];
export const ANOMALY_CAUSES = [
  'no-withdrawal',
  'other-account',
  'other-destination',
  'other-currency',
  'other-amount',
  'known-withdrawal',
  'repeated-withdrawal',
  'other-trade',
  'known-trade',
  'worse-price',
] as const;
export type AnomalyCause = (typeof ANOMALY_CAUSES)[number];

/** An answer about a withdrawal whose id was answered before. */
export interface RepeatedAnswer {
  readonly withdrawalId: string;
  /** Apart from that, the answer is exactly what was requested. */
  readonly isAsRequested: boolean;
}

/** What was seen of a request: kept with its outcome. */
export const seenFields = {
  /** What Sluice finds in the answer, or why there is none. Absent: the answer says it itself. */
  found: z.exactOptional(answerFactSchema),
  /** How its end came. Absent: Sluice itself stopped, or no process was left to see it. */
  came: z.exactOptional(cameSchema),
  /** The answer, quoted: bounded, cleaned, without secrets. Absent: there was none. */
  evidence: z.exactOptional(z.string()),
};

export interface Seen {
  readonly found?: AnswerFact;
  readonly came?: Came;
  readonly evidence?: string;
}

/** The judgement on one request. */
export type Outcome<Confirmation> = Seen &
  (
    | { readonly state: 'confirmed'; readonly confirmation: Confirmation }
    | { readonly state: 'not-sent'; readonly cause: NotSentCause }
    | { readonly state: 'rejected'; readonly status: number }
    | {
        readonly state: 'unknown';
        readonly cause: UnknownCause;
        /** Id of a trade whose lane stays blocked: no later answer may have it. */
        readonly tradeId?: string;
        /** The same of withdrawals: those of the answer that were new to Sluice. */
        readonly withdrawalIds?: readonly string[];
      }
    | {
        readonly state: 'anomaly';
        readonly cause: AnomalyCause;
        readonly repeats?: RepeatedAnswer;
        readonly tradeId?: string;
        readonly withdrawalIds?: readonly string[];
      }
  );

export type WithdrawalOutcome = Outcome<{
  readonly withdrawals: readonly ServiceWithdrawal[];
  readonly destination: AnsweredDestination;
  /** What leaves the balance, where the terms of the service make it another amount than was asked for; decimal text. */
  readonly taken?: string;
}>;
export type TradeOutcome = Outcome<{ readonly trade: ServiceTrade; readonly answer: string }>;
