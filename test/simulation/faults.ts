import { TOLD_AMOUNTS, type ToldAmount } from './service/amounts.ts';
import { BOOKING_NAMES, type BookingName } from './service/booking.ts';
import { TOLD_PLACES, type ToldPlace } from './service/elsewhere.ts';
import { SPOILED_ANSWERS, type SpoiledAnswer } from './service/spoiled-answers.ts';
import {
  TOLD_BALANCES,
  TOLD_WITHDRAWALS,
  type ToldBalances,
  type ToldWithdrawal,
} from './service/tellings.ts';

/*
 * Everything that can go wrong in a world, by name. A name is counted when it happens, so that a
 * campaign can say which never did.
 */

/** What may become of one call to the store, or to the secret store. */
export const CALL_FAULTS = [
  'frozen before the request leaves',
  'frozen before the answer is read',
  'dies before the request leaves',
  'dies before the answer is read',
  'not done, error answered (throttled)',
  'not done, no answer',
  'done, answer lost',
  'done late, answer lost',
  'done twice: the repeated write fails on its own success',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** No byte of the request left; the code is the client's. */
export const UNCONNECTED = {
  'DNS failure': 'DNS_FAILURE',
  'connection refused': 'CONNECT_FAILURE',
  'connect timeout': 'CONNECT_TIMEOUT',
  'TLS failure': 'TLS_FAILURE',
  'given up before sending': 'ABORTED',
} as const;

/** The connection stood; the request may have been received. */
export const UNANSWERED = {
  'reset before any answer': 'CONNECTION_LOST',
  'reset after headers': 'TRUNCATED',
  'reset in the middle of the body': 'TRUNCATED',
  'answer too large': 'OVERSIZED',
  'answer breaks the protocol': 'INVALID_ANSWER',
} as const;

export const REFUSALS = [400, 401, 403, 404, 422] as const;
export const UNCLEAR_STATUSES = [201, 302, 408, 409, 425, 429, 500, 502, 503, 504] as const;

/** What else may happen in a world. */
const WORLD_FAULTS = [
  'every POST is refused',
  'an account is refused',
  'hang',
  'request lost on its way',
  'received late',
  'executed late',
  'a trade is answered in another shape',
  'never executed',
  'refused and executed all the same',
  'the token is rotated',
  'the token is revoked before the new one is known',
  'the service repeats the token in its answer',
  'no token',
  'deposit',
  'foreign debit',
  'clock skew',
  'an outage of hours',
  'an outage of a day',
  'an outage of days',
  'delivered twice',
  'delivered late',
  'delivered again from the failure queue',
  'never delivered',
  'the schedule ticks twice',
  'a price slips',
  'answers leave currencies out',
  'an account has a first-payment maximum',
  'people say that a payment arrived',
  'a price comes another way: nothing',
  'a price comes another way: inverse',
  'a price comes another way: inverse-beside',
  'a price comes another way: crossed',
  'the prices of a snapshot are forged',
  'a floor is raised',
  'the limit of an account is lowered',
  'the limit of a counterparty is lowered',
  'the limit of a day is lowered',
  'room for one of two currencies',
  'what limits count is lowered',
  'what limits count is lowered, and its seal taken off',
  'an earlier state of what limits count is put back',
  'what limits count is lowered before two people re-arm',
  'all parts delivered at once',
  'the key of readings is out of reach',
  'balances are forged',
  'an instruction is forged',
  'an instruction is put back',
  'policy is forged',
  'the schedule misses a tick',
  'deploy: an invocation freezes',
  'deploy: an invocation dies',
  'deploy: a new policy version',
  'ended at its timeout',
  'lives on beyond its timeout',
  'a late callback is resumed',
  'restored from a backup',
  'two releases run side by side',
  'the format is raised',
  'the format is raised past Sluice',
  'the format is lowered past Sluice',
  'older code meets a newer format',
  'older code halts in a newer format',
  'older code records what it sent in a newer format',
  'an operator races a zombie',
] as const;

export type FaultName =
  | CallFault
  | keyof typeof UNCONNECTED
  | keyof typeof UNANSWERED
  | SpoiledAnswer
  | BookingName
  | ToldBalances
  | ToldWithdrawal
  | ToldPlace
  | ToldAmount
  | (typeof WORLD_FAULTS)[number]
  | `answers ${number}`;

export const ALL_FAULTS: readonly FaultName[] = [
  ...CALL_FAULTS,
  ...(Object.keys(UNCONNECTED) as (keyof typeof UNCONNECTED)[]),
  ...(Object.keys(UNANSWERED) as (keyof typeof UNANSWERED)[]),
  ...REFUSALS.map((status) => `answers ${status}` as const),
  ...UNCLEAR_STATUSES.map((status) => `answers ${status}` as const),
  ...SPOILED_ANSWERS,
  ...BOOKING_NAMES,
  ...TOLD_BALANCES,
  ...TOLD_WITHDRAWALS,
  ...TOLD_PLACES,
  ...TOLD_AMOUNTS,
  ...WORLD_FAULTS,
];
