import type { SplitFact } from '../../split-facts.ts';
import type { Said } from '../said.ts';
import { amountIn, joined, numberPart, sentence } from '../sentence.ts';
import { splitText } from './wording.ts';

type PartFact = Extract<SplitFact, { readonly code: 'part' | 'part-differs' | 'part-left-before' }>;

const partSeen = ({ part, of, amount, total, accountId = '' }: PartFact) =>
  sentence`part ${part} of ${of}: ${numberPart(amount)} of ${numberPart(total)} to ${accountId}`;
const division = ({ split }: Pick<PartFact, 'split'>) => splitText(split);

export const SPLITS: Said<SplitFact> = {
  divided: {
    seen: ({ parts }) =>
      parts.length === 0
        ? 'nothing to divide'
        : joined(
            parts.map(({ part, amount }) => sentence`part ${part}: ${numberPart(amount)}`),
            '; ',
          ),
    accepted: division,
  },
  'divided-otherwise': {
    seen: ({ part }) => (part === null ? 'no part of a run' : `part ${part.part} of ${part.of}`),
    accepted: ({ split }) => (split === null ? 'no split' : splitText(split)),
    refused: () => 'The rule divides its amount otherwise than the instruction says.',
  },
  part: { seen: partSeen, accepted: division },
  'part-differs': {
    seen: partSeen,
    accepted: division,
    refused: ({ instructionId, currency, total }) =>
      sentence`${instructionId} is not what the rule's split makes of ${amountIn(currency, total)}.`,
  },
  'part-left-before': {
    seen: partSeen,
    accepted: division,
    refused: ({ part }) => `Part ${part} of this run has left before.`,
  },
};
