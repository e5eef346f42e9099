import { type Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import {
  classifyExchange,
  isUnderstood,
  type Judgement,
  parseAnswer,
} from './classify-exchange.ts';
import type {
  AnomalyCause,
  Exchange,
  ServiceWithdrawal,
  WithdrawalOutcome,
  WithdrawalRequest,
} from './outcome.ts';
import { ownState } from './own-state.ts';
import { type AnsweredWithdrawal, decodeWithdrawals } from './withdrawal-answer.ts';

type WithdrawalJudgement = Judgement<{ readonly withdrawals: readonly ServiceWithdrawal[] }>;

/**
 * Judges one POST /v1/withdrawals. Confirmed only where the answer is exactly what was asked for: one
 * withdrawal, or several that add up to the amount, each with an id nobody has seen, from the account
 * and in the currency asked for. A valid answer that says anything else is an anomaly; one that says itself that
 * it failed, or that nobody can read, is unknown.
 * `knownWithdrawalIds`: which of `withdrawalIdsIn(exchange)` were answered before, in lower case.
 */
export function classifyWithdrawal(
  request: WithdrawalRequest,
  exchange: Exchange,
  knownWithdrawalIds: ReadonlySet<string>,
): WithdrawalOutcome {
  return classifyExchange(exchange, (answer): WithdrawalJudgement => {
    const decoded = decodeWithdrawals(answer);
    if (!decoded.ok) {
      const cause = decoded.tooMany ? 'oversized-answer' : 'invalid-answer';
      return { state: 'unknown', cause, words: decoded.words };
    }
    const held = newIds(decoded.withdrawals, knownWithdrawalIds);
    const contradiction = contradictionIn(request, decoded.withdrawals, knownWithdrawalIds);
    if (contradiction !== null) return { state: 'anomaly', ...contradiction, ...held };
    // Of the answer as it came: what was read of it has only the fields that are known.
    const { standing, said } = ownState(answer, 'withdrawal');
    if (standing === 'failed') {
      return { state: 'unknown', cause: 'state-failed', words: said, ...held };
    }
    if (standing === 'unrecognised') {
      return { state: 'unknown', cause: 'state-unrecognised', words: said, ...held };
    }
    // What is only taken and not carried out yet is confirmed all the same: it is booked later.
    return { state: 'confirmed', confirmation: { withdrawals: decoded.withdrawals.map(kept) } };
  });
}

/** The ids a caller looks up before it classifies. Empty for everything that is not a valid 200. */
export function withdrawalIdsIn(exchange: Exchange): string[] {
  if (!isUnderstood(exchange)) return [];
  const answer = parseAnswer(exchange.body);
  if (!answer.ok) return [];
  const decoded = decodeWithdrawals(answer.value);
  return decoded.ok ? [...new Set(decoded.withdrawals.map(({ id }) => id))] : [];
}

/** Ids that are recorded with an answer that is held: whichever answer has one of them later, repeats it. */
function newIds(
  withdrawals: readonly AnsweredWithdrawal[],
  known: ReadonlySet<string>,
): { readonly withdrawalIds?: readonly string[] } {
  const ids = [...new Set(withdrawals.map(({ id }) => id))].filter((id) => !known.has(id));
  return ids.length === 0 ? {} : { withdrawalIds: ids };
}

interface Contradiction {
  readonly cause: AnomalyCause;
  readonly words: string;
}

/** In the order in which a person would want to hear of it: whose money, where to, what, how much. */
function contradictionIn(
  request: WithdrawalRequest,
  withdrawals: readonly AnsweredWithdrawal[],
  known: ReadonlySet<string>,
): Contradiction | null {
  if (withdrawals.length === 0) {
    return { cause: 'no-withdrawal', words: 'the answer holds no withdrawal' };
  }
  const ids = new Set<string>();
  for (const { id } of withdrawals) {
    if (known.has(id)) {
      return { cause: 'known-withdrawal', words: `withdrawal ${id} was answered before` };
    }
    if (ids.has(id)) {
      return { cause: 'repeated-withdrawal', words: `withdrawal ${id} is in the answer twice` };
    }
    ids.add(id);
  }
  const asked = request.withdrawalAccountId.toLowerCase();
  const elsewhere = withdrawals.find(({ withdrawalAccountId }) => withdrawalAccountId !== asked);
  if (elsewhere !== undefined) {
    const words = `asked for account ${asked}, answered with ${elsewhere.withdrawalAccountId}`;
    return { cause: 'other-account', words };
  }
  for (const { currency, accountCurrency } of withdrawals) {
    const other = [currency, accountCurrency ?? currency].find((c) => c !== request.currency);
    if (other === undefined) continue;
    return { cause: 'other-currency', words: `asked for ${request.currency}, answered ${other}` };
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
      return { cause: 'other-amount', words: `a withdrawal of ${amount} is none` };
    }
    total = total.plus(parsed.value);
  }
  const wanted = parseDecimalText(asked);
  if (wanted.ok && wanted.value.equals(total)) return null;
  return { cause: 'other-amount', words: `asked for ${asked}, answered ${formatDecimal(total)}` };
}

function kept({ accountCurrency: _, ...withdrawal }: AnsweredWithdrawal): ServiceWithdrawal {
  return withdrawal;
}
