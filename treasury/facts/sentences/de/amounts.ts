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

const aBalance = ({ currency }: { readonly currency: string }) => `ein Bestand in ${currency}`;
const amountSeen = ({ amount }: { readonly amount: string }) => numberPart(amount);

/** "2 BTC bereits vorgemerkt und 1 BTC, deren Buchung nicht bekannt ist"; empty if the whole balance is free. */
export function takenText(
  { committed, unbooked }: HoldingFact,
  show: (amount: string) => Part,
): Sentence {
  const parts = [
    ...(isMoreThanZero(committed) ? [sentence`${show(committed)} bereits vorgemerkt`] : []),
    ...(isMoreThanZero(unbooked) ? [sentence`${show(unbooked)} noch nicht sicher gebucht`] : []),
  ];
  return joined(parts, ' und ');
}

function thresholdSeen(fact: Of<'threshold'>): Phrase {
  const taken = takenText(fact, numberPart);
  const free = numberPart(formatDecimal(freeIn(fact)));
  return taken.length === 0
    ? free
    : sentence`${free} (${numberPart(fact.balance)} abzüglich ${taken})`;
}

function thresholdRefused(fact: Of<'threshold'>): Sentence {
  const { currency, balance, threshold } = fact;
  const taken = takenText(fact, (amount) => amountIn(currency, amount));
  const less = taken.length === 0 ? [] : sentence`, abzüglich ${taken},`;
  return sentence`Der Bestand von ${amountIn(currency, balance)}${less} liegt nicht über der Schwelle von ${amountIn(currency, threshold)}.`;
}

const WINDOWS = { 'budget-24h': '24 Stunden', 'budget-30d': '30 Tage' } as const;
/** After "in". */
const IN_WINDOWS = { 'budget-24h': '24 Stunden', 'budget-30d': '30 Tagen' } as const;

/** After "für". */
export function budgetWindow(limit: keyof typeof WINDOWS): string {
  return WINDOWS[limit];
}

function budgetSeen({ limit, budget }: Of<'budget'>): Phrase {
  if (budget === null) return 'kein Budget festgelegt';
  const { spent, cap } = budget;
  return sentence`${numberPart(spent)} von ${numberPart(cap)} in ${IN_WINDOWS[limit]} verbraucht, ${numberPart(leftOfBudget(budget))} übrig`;
}

function budgetRefused({ limit, currency, needed, budget }: Of<'budget'>): Sentence {
  const { cap, spent } = budget ?? { cap: '0', spent: '0' };
  const left = leftOfBudget({ cap, spent });
  return sentence`Vom Budget von ${amountIn(currency, cap)} für ${WINDOWS[limit]} sind ${amountIn(currency, left)} übrig; ${amountIn(currency, needed)} wären nötig.`;
}

/** "mindestens 1", and what stands behind the number. */
function minimumAccepted({ minimum }: Of<'minimum'>, currency = ''): Sentence {
  return isMoreThanZero(minimum)
    ? sentence`mindestens ${amountIn(currency, minimum)}`
    : sentence`mehr als ${amountIn(currency, '0')}`;
}

function approvalSeen({ amount, above, unapproved }: ApprovalFact): Phrase {
  return above === null || !isMoreThanZero(unapproved)
    ? numberPart(amount)
    : sentence`${numberPart(amount)} nach ${numberPart(unapproved)} ohne Freigabe`;
}

function approvalAccepted({ above }: ApprovalFact): Phrase {
  return above === null
    ? 'keine Freigabe nötig'
    : sentence`höchstens ${numberPart(above)} ohne Freigabe in 24 Stunden`;
}

function approvalUsed({ above, unapproved }: ApprovalFact): Sentence {
  return above === null || !isMoreThanZero(unapproved)
    ? []
    : sentence`, davon ${numberPart(unapproved)} verbraucht`;
}

function ofParts(parts: Of<'approvals'>['parts'], say: (fact: ApprovalFact) => Phrase): Phrase {
  if (parts.length === 0) return 'kein Teil';
  return joined(
    parts.map((each) => sentence`Teil ${each.part}: ${say(each)}`),
    '; ',
  );
}

export const AMOUNTS: Said<AmountFact> = {
  'not-held': {
    seen: () => 'nicht vorhanden',
    accepted: aBalance,
    refused: ({ currency }) => `Der Dienst führt keinen Bestand in ${currency} auf.`,
  },
  'not-stated': {
    seen: () => 'nicht angegeben',
    accepted: aBalance,
    refused: ({ currency, reading }) => notStated(currency, absentOf(reading)),
  },
  threshold: {
    seen: thresholdSeen,
    accepted: ({ threshold }) => sentence`mehr als ${numberPart(threshold)}`,
    refused: thresholdRefused,
  },
  keep: {
    seen: (fact) => sentence`${numberPart(staysIn(fact))} bleiben`,
    accepted: ({ keep }) => sentence`mindestens ${numberPart(keep)} bleiben`,
    refused: (fact) =>
      sentence`Nach einer Auszahlung von ${amountIn(fact.currency, fact.amount)} blieben ${amountIn(fact.currency, staysIn(fact))}; mindestens ${amountIn(fact.currency, fact.keep)} müssen bleiben.`,
  },
  taken: {
    seen: (fact) =>
      sentence`${numberPart(allocatedIn(fact))} von einem Überschuss von ${numberPart(fact.surplus)}`,
    accepted: ({ allocation }) => allocationText(allocation),
  },
  allocation: {
    seen: amountSeen,
    accepted: (fact) =>
      sentence`höchstens ${numberPart(allocatedIn(fact))}: ${allocationText(fact.allocation)}`,
    refused: (fact) =>
      sentence`${amountIn(fact.currency, fact.amount)} sind mehr als die ${amountIn(fact.currency, allocatedIn(fact))}, die die Regel vom jetzigen Bestand nimmt.`,
  },
  maximum: {
    seen: amountSeen,
    accepted: ({ maximum }) =>
      maximum === null ? 'kein Höchstbetrag' : sentence`höchstens ${numberPart(maximum)}`,
    refused: ({ currency, amount, maximum }) =>
      sentence`${amountIn(currency, amount)} sind mehr als der Höchstbetrag von ${amountIn(currency, maximum ?? '')} je Auszahlung.`,
  },
  budget: {
    seen: budgetSeen,
    accepted: ({ budget, needed }) =>
      budget === null ? 'kein Budget' : sentence`mindestens ${numberPart(needed)} übrig`,
    refused: budgetRefused,
  },
  step: {
    seen: amountSeen,
    accepted: ({ step }) => sentence`ein Vielfaches von ${numberPart(step)}`,
    refused: ({ currency, amount, step }) =>
      sentence`${amountIn(currency, amount)} sind kein Vielfaches von ${numberPart(step)}, wie es die Regel verlangt.`,
  },
  minimum: {
    seen: amountSeen,
    accepted: (fact) => minimumAccepted(fact),
    refused: (fact) =>
      sentence`Es könnten nur ${amountIn(fact.currency, fact.amount)} ausgezahlt werden, in Schritten von ${numberPart(fact.step)}; die kleinste Auszahlung ist ${minimumAccepted(fact, fact.currency)}.`,
  },
  approval: {
    seen: approvalSeen,
    accepted: approvalAccepted,
    refused: (fact) =>
      sentence`${amountIn(fact.currency, fact.amount)} brauchen eine Freigabe, die fehlt: ${approvalAccepted(fact)}${approvalUsed(fact)}.`,
  },
  approvals: {
    seen: ({ parts }) => ofParts(parts, approvalSeen),
    accepted: ({ parts }) => ofParts(parts, approvalAccepted),
  },
  low: {
    seen: ({ balance }) => numberPart(balance),
    accepted: ({ low }) => sentence`mindestens ${numberPart(low)}`,
  },
};
