import type { ErasedHalt } from '../../../policy/halt-marks.ts';
import type { InstructionStop } from '../../stop-fact.ts';
import type { SaidOfStops } from '../said.ts';
import { amountIn, moment, type Sentence, sentence, written } from '../sentence.ts';
import { TRADE_STOPS } from './trade-stops.ts';

type Of<Code extends InstructionStop['code']> = Extract<InstructionStop, { readonly code: Code }>;

const TAMPERED = 'Something other than Sluice has written to the ledger.';

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

function afterLate({ next }: Of<'not-sent-in-time'>): Sentence {
  switch (next.code) {
    case 'ask-anew':
      return ['ask anew'];
    case 'rule-gone':
      return ['its rule is gone'];
    case 'occurrence-missed':
      return sentence`the occurrence ${moment(next.occurrence)} of rule ${next.ruleId} is missed, and its next one decides anew`;
    case 'next-snapshot':
      return ['the next snapshot decides anew'];
    default:
      return next satisfies never;
  }
}

function erasedText(erased: ErasedHalt): string {
  switch (erased.code) {
    case 'older-generation':
      return `it is generation ${erased.generation}, after generation ${erased.after}`;
    case 'everything-not-resumed':
      return `everything was halted in generation ${erased.generation}, and no resumption has ended that`;
    case 'currency-not-resumed':
      return `${erased.currency} was halted, and no resumption has ended that`;
    default:
      return erased satisfies never;
  }
}

export const STOPS: SaidOfStops = {
  ...TRADE_STOPS,
  'not-sent-in-time': (why) =>
    sentence`It was not sent within ${why.seconds} s of its approval; ${afterLate(why)}.`,
  'seal-expired': ({ expiresAt }) => sentence`Its seal expired at ${moment(expiresAt)}.`,
  'cancelled-by-person': ({ by, comment }) =>
    sentence`cancelled by ${written(by)}: ${written(comment)}`,
  'more-approvals-by-tiers': ({ required, given }) =>
    `With what left in 24 hours it needs the approval of ${people(required)}, and has that of ${given}; it is decided anew.`,
  'more-approvals-by-policy': ({ required, given }) =>
    `By the policy as it stands it needs the approval of ${people(required)}, and has that of ${given}.`,
  'trade-needs-approval': ({ value, currency }) =>
    sentence`Together with what the rule traded in 24 hours, a trade worth ${amountIn(currency, value)} needs an approval, which it does not have; it is decided anew.`,
  'rule-converts-otherwise': ({ ruleId, side, instrument }) =>
    `The rule ${ruleId} converts by another trade than ${side} ${instrument}.`,
  'piece-changed': ({ piece }) => `The ${piece} was changed since it was decided.`,
  'older-than-seals': ({ instructionId }) =>
    `${instructionId} was decided before there were seals.`,
  'not-decided-here': ({ instructionId }) =>
    `${instructionId} was not decided in this ledger as it stands.`,
  'seal-broken': ({ instructionId }) => `The seal of ${instructionId} does not hold. ${TAMPERED}`,
  'seal-missing': ({ instructionId }) =>
    `${instructionId} carries no seal, and whatever is decided here carries one. ${TAMPERED}`,
  'put-back': ({ instructionId }) =>
    `${instructionId} stands as it was before it was sent or ended: an earlier state was put back. ${TAMPERED}`,
  'counts-put-back': ({ found, known }) =>
    `Version ${found ?? 'none'} of what limits count stands, and a lane has claimed with version ${known}. ${TAMPERED}`,
  'halt-end-unsealed': ({ generation }) =>
    `The end of the halt, of generation ${generation}, has no valid seal. ${TAMPERED}`,
  'halt-erased': ({ erased }) =>
    `The halt is not what Sluice wrote: ${erasedText(erased)}. ${TAMPERED}`,
  'halt-ended-elsewhere': () =>
    'The last halt was ended in another ledger. Halt, and end the halt in this one.',
};
