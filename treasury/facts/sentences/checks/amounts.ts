import { Decimal, ZERO } from '../../../money/decimal.ts';
import { formatDecimal } from '../../../money/decimal-text.ts';
import { allocate } from '../../../policy/allocate.ts';
import { amountIn, describeAllocation, describeSplit } from '../../../policy/wording.ts';
import { notStatedMessage } from '../../../valuation/balance.ts';
import {
  type AmountFact,
  type ApprovalFact,
  freeIn,
  type HoldingFact,
} from '../../amount-facts.ts';
import { numberIn } from '../../number-in.ts';
import type { SplitFact } from '../../split-facts.ts';
import type { Said } from './said.ts';

type Of<Code extends AmountFact['code']> = Extract<AmountFact, { readonly code: Code }>;

const aBalance = ({ currency }: { readonly currency: string }) => `a balance in ${currency}`;
const amountOf = ({ amount }: { readonly amount: string }) => amount;

/** "2 BTC already spoken for and 1 BTC not known to be booked"; empty if the whole balance is free. */
export function takenText(
  { committed, unbooked }: HoldingFact,
  show: (amount: string) => string,
): string {
  return [
    ...(numberIn(committed).greaterThan(0) ? [`${show(committed)} already spoken for`] : []),
    ...(numberIn(unbooked).greaterThan(0) ? [`${show(unbooked)} not known to be booked`] : []),
  ].join(' and ');
}

function thresholdSeen(fact: Of<'threshold'>): string {
  const taken = takenText(fact, (amount) => amount);
  const free = formatDecimal(freeIn(fact));
  return taken === '' ? free : `${free} (${fact.balance} less ${taken})`;
}

function thresholdRefused(fact: Of<'threshold'>): string {
  const { currency, balance, threshold } = fact;
  const taken = takenText(fact, (amount) => amountIn(currency, amount));
  const less = taken === '' ? '' : `, less ${taken},`;
  return `The balance of ${amountIn(currency, balance)}${less} is not above the threshold of ${amountIn(currency, threshold)}.`;
}

/** What stays after the amount. */
function stays(fact: HoldingFact & { readonly amount: string }): string {
  return formatDecimal(freeIn(fact).minus(numberIn(fact.amount)));
}

function allocated({ allocation, surplus }: Of<'taken' | 'allocation'>): string {
  return formatDecimal(allocate(allocation, numberIn(surplus)));
}

const WINDOWS = { 'budget-24h': '24 hours', 'budget-30d': '30 days' } as const;

export function budgetWindow(limit: keyof typeof WINDOWS): string {
  return WINDOWS[limit];
}

/** Never less than zero. */
export function leftOfBudget({ cap, spent }: { readonly cap: string; readonly spent: string }) {
  return formatDecimal(Decimal.max(numberIn(cap).minus(numberIn(spent)), ZERO));
}

function budgetRefused({ limit, currency, needed, budget }: Of<'budget'>): string {
  const { cap, spent } = budget ?? { cap: '0', spent: '0' };
  const left = leftOfBudget({ cap, spent });
  return `The budget of ${amountIn(currency, cap)} per ${WINDOWS[limit]} has ${amountIn(currency, left)} left; ${amountIn(currency, needed)} would be needed.`;
}

function minimumAccepted({ minimum }: Of<'minimum'>): string {
  return numberIn(minimum).greaterThan(0) ? `at least ${minimum}` : 'more than 0';
}

function approvalSeen({ amount, above, unapproved }: ApprovalFact): string {
  return above === null || numberIn(unapproved).isZero()
    ? amount
    : `${amount} after ${unapproved} without approval`;
}

function approvalAccepted({ above }: ApprovalFact): string {
  return above === null ? 'no approval needed' : `at most ${above} without approval in 24 hours`;
}

function ofParts(parts: Of<'approvals'>['parts'], say: (fact: ApprovalFact) => string): string {
  if (parts.length === 0) return 'no part';
  return parts.map((each) => `part ${each.part}: ${say(each)}`).join('; ');
}

export const AMOUNTS: Said<AmountFact> = {
  'not-held': {
    seen: () => 'not held',
    accepted: aBalance,
    refused: ({ currency }) => `The service lists no balance in ${currency}.`,
  },
  'not-stated': {
    seen: () => 'not stated',
    accepted: aBalance,
    refused: ({ currency, reading }) => notStatedMessage(currency, reading),
  },
  threshold: {
    seen: thresholdSeen,
    accepted: ({ threshold }) => `more than ${threshold}`,
    refused: thresholdRefused,
  },
  keep: {
    seen: (fact) => `${stays(fact)} stays`,
    accepted: ({ keep }) => `at least ${keep} stays`,
    refused: (fact) =>
      `Withdrawing ${amountIn(fact.currency, fact.amount)} would leave ${amountIn(fact.currency, stays(fact))}; at least ${amountIn(fact.currency, fact.keep)} must stay.`,
  },
  taken: {
    seen: (fact) => `${allocated(fact)} of a surplus of ${fact.surplus}`,
    accepted: ({ allocation }) => describeAllocation(allocation),
  },
  allocation: {
    seen: amountOf,
    accepted: (fact) => `at most ${allocated(fact)}, ${describeAllocation(fact.allocation)}`,
    refused: (fact) =>
      `${amountIn(fact.currency, fact.amount)} is more than the ${amountIn(fact.currency, allocated(fact))} that the rule takes of the balance as it is now.`,
  },
  maximum: {
    seen: amountOf,
    accepted: ({ maximum }) => (maximum === null ? 'no maximum' : `at most ${maximum}`),
    refused: ({ currency, amount, maximum }) =>
      `${amountIn(currency, amount)} is more than the maximum of ${maximum} ${currency} per withdrawal.`,
  },
  budget: {
    seen: ({ limit, budget }) =>
      budget === null
        ? 'no budget set'
        : `${budget.spent} of ${budget.cap} used in ${WINDOWS[limit]}, ${leftOfBudget(budget)} left`,
    accepted: ({ budget, needed }) => (budget === null ? 'no budget' : `at least ${needed} left`),
    refused: budgetRefused,
  },
  step: {
    seen: amountOf,
    accepted: ({ step }) => `a multiple of ${step}`,
    refused: ({ currency, amount, step }) =>
      `${amountIn(currency, amount)} is not a multiple of ${step}, as the rule asks for.`,
  },
  minimum: {
    seen: amountOf,
    accepted: minimumAccepted,
    refused: (fact) =>
      `Only ${amountIn(fact.currency, fact.amount)} could be withdrawn, in steps of ${fact.step}; the smallest withdrawal is ${minimumAccepted(fact)} ${fact.currency}.`,
  },
  approval: {
    seen: approvalSeen,
    accepted: approvalAccepted,
    refused: (fact) =>
      `${amountIn(fact.currency, fact.amount)} needs an approval that it does not have: ${approvalSeen(fact)} ${fact.currency}, ${approvalAccepted(fact)}.`,
  },
  approvals: {
    seen: ({ parts }) => ofParts(parts, approvalSeen),
    accepted: ({ parts }) => ofParts(parts, approvalAccepted),
  },
  low: { seen: ({ balance }) => balance, accepted: ({ low }) => `at least ${low}` },
};

type PartFact = Extract<SplitFact, { readonly code: 'part' | 'part-differs' | 'part-left-before' }>;

const partSeen = ({ part, of, amount, total, accountId }: PartFact) =>
  `part ${part} of ${of}: ${amount} of ${total} to ${accountId}`;
const division = ({ split }: Pick<PartFact, 'split'>) => describeSplit(split);

export const SPLITS: Said<SplitFact> = {
  divided: {
    seen: ({ parts }) =>
      parts.length === 0
        ? 'nothing to divide'
        : parts.map(({ part, amount }) => `part ${part}: ${amount}`).join('; '),
    accepted: division,
  },
  'divided-otherwise': {
    seen: ({ part }) => (part === null ? 'no part of a run' : `part ${part.part} of ${part.of}`),
    accepted: ({ split }) => (split === null ? 'no split' : describeSplit(split)),
    refused: () => 'The rule divides its amount otherwise than the instruction says.',
  },
  part: { seen: partSeen, accepted: division },
  'part-differs': {
    seen: partSeen,
    accepted: division,
    refused: ({ instructionId, currency, total }) =>
      `${instructionId} is not what the rule's split makes of ${amountIn(currency, total)}.`,
  },
  'part-left-before': {
    seen: partSeen,
    accepted: division,
    refused: ({ part }) => `Part ${part} of this run has left before.`,
  },
};
