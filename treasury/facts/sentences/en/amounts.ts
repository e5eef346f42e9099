import { formatDecimal } from '../../../money/decimal-text.ts';
import {
  type AmountFact,
  type ApprovalFact,
  absentOf,
  allocatedIn,
  freeIn,
  type HoldingFact,
  isMoreThanZero,
  leftOfBudget,
  staysIn,
} from '../../amount-facts.ts';
import type { Phrase, Said } from '../said.ts';
import { amountIn, joined, numberPart, type Part, type Sentence, sentence } from '../sentence.ts';
import { notStated } from './not-stated.ts';
import { allocationText } from './wording.ts';

type Of<Code extends AmountFact['code']> = Extract<AmountFact, { readonly code: Code }>;

const aBalance = ({ currency }: { readonly currency: string }) => `a balance in ${currency}`;
const amountSeen = ({ amount }: { readonly amount: string }) => numberPart(amount);

/** "2 BTC already spoken for and 1 BTC not known to be booked"; empty if the whole balance is free. */
export function takenText(
  { committed, unbooked }: HoldingFact,
  show: (amount: string) => Part,
): Sentence {
  const parts = [
    ...(isMoreThanZero(committed) ? [sentence`${show(committed)} already spoken for`] : []),
    ...(isMoreThanZero(unbooked) ? [sentence`${show(unbooked)} not known to be booked`] : []),
  ];
  return joined(parts, ' and ');
}

function thresholdSeen(fact: Of<'threshold'>): Phrase {
  const taken = takenText(fact, numberPart);
  const free = numberPart(formatDecimal(freeIn(fact)));
  return taken.length === 0 ? free : sentence`${free} (${numberPart(fact.balance)} less ${taken})`;
}

function thresholdRefused(fact: Of<'threshold'>): Sentence {
  const { currency, balance, threshold } = fact;
  const taken = takenText(fact, (amount) => amountIn(currency, amount));
  const less = taken.length === 0 ? [] : sentence`, less ${taken},`;
  return sentence`The balance of ${amountIn(currency, balance)}${less} is not above the threshold of ${amountIn(currency, threshold)}.`;
}

const WINDOWS = { 'budget-24h': '24 hours', 'budget-30d': '30 days' } as const;

export function budgetWindow(limit: keyof typeof WINDOWS): string {
  return WINDOWS[limit];
}

function budgetSeen({ limit, budget }: Of<'budget'>): Phrase {
  if (budget === null) return 'no budget set';
  const { spent, cap } = budget;
  return sentence`${numberPart(spent)} of ${numberPart(cap)} used in ${WINDOWS[limit]}, ${numberPart(leftOfBudget(budget))} left`;
}

function budgetRefused({ limit, currency, needed, budget }: Of<'budget'>): Sentence {
  const { cap, spent } = budget ?? { cap: '0', spent: '0' };
  const left = leftOfBudget({ cap, spent });
  return sentence`The budget of ${amountIn(currency, cap)} per ${WINDOWS[limit]} has ${amountIn(currency, left)} left; ${amountIn(currency, needed)} would be needed.`;
}

/** "at least 1", and what stands behind the number. */
function minimumAccepted({ minimum }: Of<'minimum'>, currency = ''): Sentence {
  return isMoreThanZero(minimum)
    ? sentence`at least ${amountIn(currency, minimum)}`
    : sentence`more than ${amountIn(currency, '0')}`;
}

function approvalSeen({ amount, above, unapproved }: ApprovalFact): Phrase {
  return above === null || !isMoreThanZero(unapproved)
    ? numberPart(amount)
    : sentence`${numberPart(amount)} after ${numberPart(unapproved)} without approval`;
}

function approvalAccepted({ above }: ApprovalFact): Phrase {
  return above === null
    ? 'no approval needed'
    : sentence`at most ${numberPart(above)} without approval in 24 hours`;
}

function approvalUsed({ above, unapproved }: ApprovalFact): Sentence {
  return above === null || !isMoreThanZero(unapproved)
    ? []
    : sentence`, of which ${numberPart(unapproved)} are used`;
}

function ofParts(parts: Of<'approvals'>['parts'], say: (fact: ApprovalFact) => Phrase): Phrase {
  if (parts.length === 0) return 'no part';
  return joined(
    parts.map((each) => sentence`part ${each.part}: ${say(each)}`),
    '; ',
  );
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
    refused: ({ currency, reading }) => notStated(currency, absentOf(reading)),
  },
  threshold: {
    seen: thresholdSeen,
    accepted: ({ threshold }) => sentence`more than ${numberPart(threshold)}`,
    refused: thresholdRefused,
  },
  keep: {
    seen: (fact) => sentence`${numberPart(staysIn(fact))} stays`,
    accepted: ({ keep }) => sentence`at least ${numberPart(keep)} stays`,
    refused: (fact) =>
      sentence`Withdrawing ${amountIn(fact.currency, fact.amount)} would leave ${amountIn(fact.currency, staysIn(fact))}; at least ${amountIn(fact.currency, fact.keep)} must stay.`,
  },
  taken: {
    seen: (fact) =>
      sentence`${numberPart(allocatedIn(fact))} of a surplus of ${numberPart(fact.surplus)}`,
    accepted: ({ allocation }) => allocationText(allocation),
  },
  allocation: {
    seen: amountSeen,
    accepted: (fact) =>
      sentence`at most ${numberPart(allocatedIn(fact))}, ${allocationText(fact.allocation)}`,
    refused: (fact) =>
      sentence`${amountIn(fact.currency, fact.amount)} is more than the ${amountIn(fact.currency, allocatedIn(fact))} that the rule takes of the balance as it is now.`,
  },
  maximum: {
    seen: amountSeen,
    accepted: ({ maximum }) =>
      maximum === null ? 'no maximum' : sentence`at most ${numberPart(maximum)}`,
    refused: ({ currency, amount, maximum }) =>
      sentence`${amountIn(currency, amount)} is more than the maximum of ${amountIn(currency, maximum ?? '')} per withdrawal.`,
  },
  budget: {
    seen: budgetSeen,
    accepted: ({ budget, needed }) =>
      budget === null ? 'no budget' : sentence`at least ${numberPart(needed)} left`,
    refused: budgetRefused,
  },
  step: {
    seen: amountSeen,
    accepted: ({ step }) => sentence`a multiple of ${numberPart(step)}`,
    refused: ({ currency, amount, step }) =>
      sentence`${amountIn(currency, amount)} is not a multiple of ${numberPart(step)}, as the rule asks for.`,
  },
  minimum: {
    seen: amountSeen,
    accepted: (fact) => minimumAccepted(fact),
    refused: (fact) =>
      sentence`Only ${amountIn(fact.currency, fact.amount)} could be withdrawn, in steps of ${numberPart(fact.step)}; the smallest withdrawal is ${minimumAccepted(fact, fact.currency)}.`,
  },
  approval: {
    seen: approvalSeen,
    accepted: approvalAccepted,
    refused: (fact) =>
      sentence`${amountIn(fact.currency, fact.amount)} needs an approval, which it does not have: ${approvalAccepted(fact)}${approvalUsed(fact)}.`,
  },
  approvals: {
    seen: ({ parts }) => ofParts(parts, approvalSeen),
    accepted: ({ parts }) => ofParts(parts, approvalAccepted),
  },
  low: {
    seen: ({ balance }) => numberPart(balance),
    accepted: ({ low }) => sentence`at least ${numberPart(low)}`,
  },
};
