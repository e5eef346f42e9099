import { bookingTerms } from '../../booking/booking-terms.ts';
import type { Debit } from '../../counters/counter.ts';
import { paidTo } from '../../instructions/paid-destination.ts';
import { ruleDebits } from '../../instructions/withdrawal-count.ts';
import { approvalDebits } from '../../limits/approval-usage.ts';
import { peopleBehind } from '../../limits/approvals-required.ts';
import { firstPaymentOf } from '../../limits/first-payment.ts';
import { decimalOf, formatDecimal } from '../../money/decimal-text.ts';
import { judgeCreated } from '../../outcomes/created-when.ts';
import { type AskedWithdrawal, judgeWithdrawal } from '../../outcomes/judge-withdrawal.ts';
import { type WithdrawalRequest, withdrawalRequestSchema } from '../../outcomes/outcome.ts';
import { type AnsweredWithdrawals, withdrawalIdsIn } from '../../outcomes/reply.ts';
import { answeredTerms } from '../../policy/answered-amounts.ts';
import type { Policy } from '../../policy/policy.ts';
import { knownPart } from '../../records/unknown-fields.ts';
import type { Instant } from '../../time/instant.ts';
import { balanceOf } from '../../valuation/balance.ts';
import type { Leaving } from '../kind.ts';
import { ruleOf } from '../rule-behind.ts';
import type { Asked } from '../send-claimed.ts';
import { countClaim } from './outflow-for-claim.ts';
import type { SeenOfWithdrawal, WithdrawalInstruction } from './withdrawal-instruction.ts';

/** What a withdrawal takes of its lane and debits in every limit that counts it, and what the service is asked. */
export function leavingWithdrawal(
  instruction: WithdrawalInstruction,
  { policy, account, lane, balances, outflow }: SeenOfWithdrawal,
  tierValue: string | null,
): Leaving<AnsweredWithdrawals> {
  const { tenant, content } = instruction;
  const { controls } = policy;
  const { amount, currency, withdrawalAccountId: accountId } = content;
  const balance = balanceOf(balances, currency);
  if (controls === null || account === null || lane === null || balance.kind !== 'stated') {
    throw new Error('a withdrawal was found acceptable without controls, account, lane or balance');
  }
  const people = peopleBehind(instruction);
  const fee = formatDecimal(bookingTerms(controls, currency).largestFee(decimalOf(amount)));
  const asked = askedWithdrawal({
    // The listed fields and nothing else: an item may hold more than is meant for the service.
    request: knownPart<WithdrawalRequest>(withdrawalRequestSchema, content),
    destination: instruction.destination ?? account,
    terms: { ...answeredTerms(controls, account), largestFee: fee },
    stated: paidTo(lane.destinations, account.id, account)?.says ?? null,
  });
  const left = { balanceBefore: balance.balance.total, outgoing: amount, fee };
  const takes = (at: Instant) => {
    const counted = countClaim(outflow, tenant, controls, account, { amount, at });
    const debits = [
      ...debitsOfRule(instruction, policy, at),
      ...approvalDebits({ accountId, currency, amount, people, value: tierValue, at }, controls),
      ...counted.debits,
    ];
    const firstPayment = firstPaymentOf(lane, account, amount);
    const noted = { ...counted.facts, ...firstPayment, ...(debits.length > 0 && { debits }) };
    return { lanes: [{ lane, ...left, ...noted }], counted: counted.writes } as const;
  };
  return { asked, takes, tierValue, account };
}

/** A part of a run is named in what it debits of its rule. */
function debitsOfRule(
  instruction: WithdrawalInstruction,
  policy: Policy,
  at: Instant,
): readonly Debit[] {
  const { origin, content } = instruction;
  const rule = ruleOf(instruction, policy);
  if (origin.kind !== 'sweep' || rule === null) return [];
  const { amount, currency } = content;
  const { occurrence, split } = origin;
  const part = split === undefined ? {} : { part: { number: split.part, occurrence } };
  return ruleDebits(rule, { currency, amount, at, ...part });
}

function askedWithdrawal(asked: AskedWithdrawal): Asked<AnsweredWithdrawals> {
  return {
    send: (service, sendBy) => service.sendWithdrawal(asked.request, sendBy),
    knownIn: (ledger, tenant, reply) => ledger.knownWithdrawals(tenant, withdrawalIdsIn(reply)),
    judge: (reply, known, times) => {
      const outcome = judgeCreated(judgeWithdrawal(asked, reply, known), times);
      return outcome.state === 'confirmed'
        ? { ...outcome, confirmation: { kind: 'withdrawal', ...outcome.confirmation } }
        : outcome;
    },
  };
}
