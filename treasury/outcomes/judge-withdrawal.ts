import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import type { AnswerFact } from './answer-fact.ts';
import { type AmountComparison, type AmountTerms, compareAmount } from './compare-amount.ts';
import {
  compareDestination,
  type DestinationComparison,
  type RegisteredDestination,
} from './compare-destination.ts';
import { type Judgement, judgeReply } from './judge-reply.ts';
import type {
  AnomalyCause,
  AnsweredDestination,
  RepeatedAnswer,
  ServiceWithdrawal,
  StatedDestination,
  UnknownCause,
  WithdrawalOutcome,
  WithdrawalRequest,
} from './outcome.ts';
import type { AnsweredWithdrawal, AnsweredWithdrawals, WithdrawalReply } from './reply.ts';

/**
 * Withdrawals accepted in one answer. Each id becomes an item of the one transaction that records
 * the outcome, which holds 100 in DynamoDB; half of that leaves room for everything else in it.
 */
export const MAX_WITHDRAWALS_PER_ANSWER = 50;

type WithdrawalJudgement = Judgement<{
  readonly withdrawals: readonly ServiceWithdrawal[];
  readonly destination: AnsweredDestination;
  readonly taken?: string;
}>;

/** Everything that the answer to a withdrawal is compared with. */
export interface AskedWithdrawal {
  readonly request: WithdrawalRequest;
  /** The account as it was approved and sealed. */
  readonly destination: RegisteredDestination;
  /** How the service states amounts. */
  readonly terms: AmountTerms;
  /** What earlier answers said of the same account; null: none was confirmed yet. */
  readonly stated: StatedDestination | null;
}

/**
 * Judges the reply to one withdrawal. Confirmed only if the answer is exactly what was requested: one withdrawal, or
 * several that add up to the amount, each with an id that is new to Sluice, to the account, to no other destination than the
 * registered one, and in the currency of the request. An answer that says anything else is an anomaly; one that says itself that it failed, or that cannot
 * be read, is unknown. `knownWithdrawalIds`: which of `withdrawalIdsIn(reply)` were answered before.
 */
export function judgeWithdrawal(
  asked: AskedWithdrawal,
  reply: WithdrawalReply,
  knownWithdrawalIds: ReadonlySet<string>,
): WithdrawalOutcome {
  return judgeReply(reply, (said: AnsweredWithdrawals): WithdrawalJudgement => {
    const { withdrawals } = said;
    if (withdrawals.length > MAX_WITHDRAWALS_PER_ANSWER) {
      return { state: 'unknown', cause: 'oversized-answer', found: tooMany(withdrawals.length) };
    }
    const ids = newIds(withdrawals, knownWithdrawalIds);
    const compared = compareDestination(asked.destination, withdrawals, asked.stated);
    const contradiction = contradictionIn(asked, said, compared, knownWithdrawalIds);
    if (contradiction !== null) return { state: 'anomaly', ...contradiction, ...ids };
    const amount = compareAmount(asked.request.amount, totalOf(withdrawals), asked.terms);
    const doubt =
      doubtAbout(said.own) ??
      doubtAboutDestination(compared) ??
      doubtAboutAmount(asked.request, withdrawals, amount);
    if (doubt !== null) return { state: 'unknown', ...doubt, ...ids };
    if (compared.kind !== 'agrees' || amount.kind !== 'same') {
      throw new Error(
        `a destination that ${compared.kind}, an amount that is ${amount.kind} passed`,
      );
    }
    const confirmation = {
      withdrawals: withdrawals.map(kept),
      destination: compared.destination,
      ...(amount.isCut && { taken: amount.taken }),
    };
    return { state: 'confirmed', confirmation };
  });
}

interface AnswerDoubt {
  readonly cause: UnknownCause;
  readonly found: AnswerFact;
}

function doubtAbout(own: AnsweredWithdrawals['own']): AnswerDoubt | null {
  switch (own.stated) {
    case 'failed':
      return { cause: 'state-failed', found: { code: 'stated', stated: own.said } };
    case 'unrecognised':
      return { cause: 'state-unrecognised', found: { code: 'stated', stated: own.said } };
    // A withdrawal that is accepted and not carried out yet is confirmed as well: it is booked later.
    case 'open':
    case 'done':
    case 'silent':
      return null;
    default:
      return own satisfies never;
  }
}

/** What can be read of the destination contradicts nothing, and yet something in it cannot be compared. */
function doubtAboutDestination(compared: DestinationComparison): AnswerDoubt | null {
  switch (compared.kind) {
    case 'unreadable':
      return {
        cause: 'destination-unreadable',
        found: { code: 'destination-unreadable', path: compared.path },
      };
    case 'unfamiliar-network': {
      const { registered, answered } = compared;
      const cause = 'network-unconfirmed';
      return { cause, found: { code: cause, registered, answered } };
    }
    // It is an anomaly.
    case 'differs':
    case 'agrees':
      return null;
    default:
      return compared satisfies never;
  }
}

/** A fee, or fewer digits, would explain the difference: people are told the setting by which it is accepted. */
function doubtAboutAmount(
  { amount: asked }: WithdrawalRequest,
  withdrawals: readonly AnsweredWithdrawal[],
  compared: AmountComparison,
): AnswerDoubt | null {
  const said = { asked, answered: formatDecimal(totalOf(withdrawals)) };
  switch (compared.kind) {
    case 'net':
      return { cause: 'amount-net', found: { code: 'amount-net', ...said } };
    case 'cut': {
      const { digits } = compared;
      return { cause: 'amount-cut', found: { code: 'amount-cut', ...said, digits } };
    }
    // It is an anomaly.
    case 'other':
    case 'same':
      return null;
    default:
      return compared satisfies never;
  }
}

export function tooMany(count: number): AnswerFact {
  return { code: 'too-many-withdrawals', count, most: MAX_WITHDRAWALS_PER_ANSWER };
}

/** Ids that are recorded with an answer whose lane stays blocked: any later answer with one of them repeats it. */
function newIds(
  withdrawals: readonly AnsweredWithdrawal[],
  known: ReadonlySet<string>,
): { readonly withdrawalIds?: readonly string[] } {
  const ids = [...new Set(withdrawals.map(({ id }) => id))].filter((id) => !known.has(id));
  return ids.length === 0 ? {} : { withdrawalIds: ids };
}

interface Contradiction {
  readonly cause: AnomalyCause;
  readonly found: AnswerFact;
  readonly repeats?: RepeatedAnswer;
}

const NONE_KNOWN: ReadonlySet<string> = new Set();

/** In the order of importance to a person: whose money, where to, what, how much. */
function contradictionIn(
  asked: AskedWithdrawal,
  said: AnsweredWithdrawals,
  compared: DestinationComparison,
  known: ReadonlySet<string>,
): Contradiction | null {
  const { request, terms } = asked;
  const { withdrawals } = said;
  if (withdrawals.length === 0) {
    return { cause: 'no-withdrawal', found: { code: 'no-withdrawal' } };
  }
  const ids = new Set<string>();
  for (const { id } of withdrawals) {
    if (known.has(id)) {
      const isAsRequested = contradictionIn(asked, said, compared, NONE_KNOWN) === null;
      const found = { code: 'answered-before', of: 'withdrawal', id } as const;
      return { cause: 'known-withdrawal', found, repeats: { withdrawalId: id, isAsRequested } };
    }
    if (ids.has(id)) {
      return { cause: 'repeated-withdrawal', found: { code: 'repeated-withdrawal', id } };
    }
    ids.add(id);
  }
  const account = request.withdrawalAccountId.toLowerCase();
  const elsewhere = withdrawals.find(
    ({ withdrawalAccountId }) => withdrawalAccountId.toLowerCase() !== account,
  );
  if (elsewhere !== undefined) {
    const said = { asked: account, answered: elsewhere.withdrawalAccountId };
    return { cause: 'other-account', found: { code: 'other-account', ...said } };
  }
  if (compared.kind === 'differs') return otherDestination(compared);
  for (const { currency, accountCurrency } of withdrawals) {
    const other = [currency, accountCurrency ?? currency].find((c) => c !== request.currency);
    if (other === undefined) continue;
    const said = { asked: request.currency, answered: other };
    return { cause: 'other-currency', found: { code: 'other-currency', ...said } };
  }
  return contradictingAmount(request.amount, withdrawals, terms);
}

function otherDestination(
  compared: DestinationComparison & { readonly kind: 'differs' },
): Contradiction {
  const { path, expected, answered, by } = compared;
  const cause = 'other-destination';
  return { cause, found: { code: cause, path, expected, answered, by } };
}

function contradictingAmount(
  asked: string,
  withdrawals: readonly AnsweredWithdrawal[],
  terms: AmountTerms,
): Contradiction | null {
  for (const { amount } of withdrawals) {
    const parsed = parseDecimalText(amount);
    // A negative part could make a sum come out right that is not.
    if (!parsed.ok || !parsed.value.greaterThan(0)) {
      return { cause: 'other-amount', found: { code: 'no-amount', amount } };
    }
  }
  const total = totalOf(withdrawals);
  if (parseDecimalText(asked).ok && compareAmount(asked, total, terms).kind !== 'other')
    return null;
  const answered = formatDecimal(total);
  return { cause: 'other-amount', found: { code: 'other-amount', asked, answered } };
}

/** Of amounts that are decimal text: others were found to be none before. */
function totalOf(withdrawals: readonly AnsweredWithdrawal[]): Decimal {
  return withdrawals.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
}

/** The fields that are kept; where it says that it went stands beside them, within bounds. */
function kept(withdrawal: AnsweredWithdrawal): ServiceWithdrawal {
  const {
    accountCurrency: _,
    accountNetwork: __,
    accountDetails: ___,
    details: ____,
    ...rest
  } = withdrawal;
  return rest;
}
