import { type Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import { type Judgement, judgeReply } from './judge-reply.ts';
import type {
  AnomalyCause,
  RepeatedAnswer,
  ServiceWithdrawal,
  WithdrawalOutcome,
  WithdrawalRequest,
} from './outcome.ts';
import type { AnsweredWithdrawal, AnsweredWithdrawals, WithdrawalReply } from './reply.ts';

/**
 * Withdrawals accepted in one answer. Each id becomes an item of the one transaction that records
 * the outcome, which holds 100 in DynamoDB; half of that leaves room for everything else in it.
 */
export const MAX_WITHDRAWALS_PER_ANSWER = 50;

type WithdrawalJudgement = Judgement<{ readonly withdrawals: readonly ServiceWithdrawal[] }>;

/**
 * Judges the reply to one withdrawal. Confirmed only if the answer is exactly what was requested: one withdrawal, or
 * several that add up to the amount, each with an id that is new to Sluice, from the account and in the currency of
 * the request. An answer that says anything else is an anomaly; one that says itself that it failed, or that cannot
 * be read, is unknown. `knownWithdrawalIds`: which of `withdrawalIdsIn(reply)` were answered before.
 */
export function judgeWithdrawal(
  request: WithdrawalRequest,
  reply: WithdrawalReply,
  knownWithdrawalIds: ReadonlySet<string>,
): WithdrawalOutcome {
  return judgeReply(reply, (said: AnsweredWithdrawals): WithdrawalJudgement => {
    const { withdrawals, own } = said;
    if (withdrawals.length > MAX_WITHDRAWALS_PER_ANSWER) {
      return { state: 'unknown', cause: 'oversized-answer', message: tooMany(withdrawals.length) };
    }
    const ids = newIds(withdrawals, knownWithdrawalIds);
    const contradiction = contradictionIn(request, withdrawals, knownWithdrawalIds);
    if (contradiction !== null) return { state: 'anomaly', ...contradiction, ...ids };
    switch (own.stated) {
      case 'failed':
        return { state: 'unknown', cause: 'state-failed', message: own.said, ...ids };
      case 'unrecognised':
        return { state: 'unknown', cause: 'state-unrecognised', message: own.said, ...ids };
      // A withdrawal that is accepted and not carried out yet is confirmed as well: it is booked later.
      case 'open':
      case 'done':
      case 'silent':
        return { state: 'confirmed', confirmation: { withdrawals: withdrawals.map(kept) } };
      default:
        return own.stated satisfies never;
    }
  });
}

export function tooMany(withdrawals: number): string {
  return `${withdrawals} withdrawals in one answer, at most ${MAX_WITHDRAWALS_PER_ANSWER} are accepted`;
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
  readonly message: string;
  readonly repeats?: RepeatedAnswer;
}

const NONE_KNOWN: ReadonlySet<string> = new Set();

/** In the order of importance to a person: whose money, where to, what, how much. */
function contradictionIn(
  request: WithdrawalRequest,
  withdrawals: readonly AnsweredWithdrawal[],
  known: ReadonlySet<string>,
): Contradiction | null {
  if (withdrawals.length === 0) {
    return { cause: 'no-withdrawal', message: 'the answer holds no withdrawal' };
  }
  const ids = new Set<string>();
  for (const { id } of withdrawals) {
    if (known.has(id)) {
      const isAsRequested = contradictionIn(request, withdrawals, NONE_KNOWN) === null;
      const message = `withdrawal ${id} was answered before`;
      return { cause: 'known-withdrawal', message, repeats: { withdrawalId: id, isAsRequested } };
    }
    if (ids.has(id)) {
      return { cause: 'repeated-withdrawal', message: `withdrawal ${id} is in the answer twice` };
    }
    ids.add(id);
  }
  const asked = request.withdrawalAccountId.toLowerCase();
  const elsewhere = withdrawals.find(
    ({ withdrawalAccountId }) => withdrawalAccountId.toLowerCase() !== asked,
  );
  if (elsewhere !== undefined) {
    const message = `asked for account ${asked}, answered with ${elsewhere.withdrawalAccountId}`;
    return { cause: 'other-account', message };
  }
  for (const { currency, accountCurrency } of withdrawals) {
    const other = [currency, accountCurrency ?? currency].find((c) => c !== request.currency);
    if (other === undefined) continue;
    return { cause: 'other-currency', message: `asked for ${request.currency}, answered ${other}` };
  }
  return contradictingAmount(request.amount, withdrawals);
}

function contradictingAmount(
  asked: string,
  withdrawals: readonly AnsweredWithdrawal[],
): Contradiction | null {
  let total: Decimal = ZERO;
  for (const { amount } of withdrawals) {
    const parsed = parseDecimalText(amount);
    // A negative part could make a sum come out right that is not.
    if (!parsed.ok || !parsed.value.greaterThan(0)) {
      return { cause: 'other-amount', message: `a withdrawal of ${amount} is none` };
    }
    total = total.plus(parsed.value);
  }
  const wanted = parseDecimalText(asked);
  if (wanted.ok && wanted.value.equals(total)) return null;
  return { cause: 'other-amount', message: `asked for ${asked}, answered ${formatDecimal(total)}` };
}

function kept({ accountCurrency: _, ...withdrawal }: AnsweredWithdrawal): ServiceWithdrawal {
  return withdrawal;
}
