import type { SplitFact } from '../../split-facts.ts';
import type { Said } from '../said.ts';
import { amountIn, joined, numberPart, sentence } from '../sentence.ts';
import { splitText } from './wording.ts';

type PartFact = Extract<SplitFact, { readonly code: 'part' | 'part-differs' | 'part-left-before' }>;

const partSeen = ({ part, of, amount, total, accountId = '' }: PartFact) =>
  sentence`Teil ${part} von ${of}: ${numberPart(amount)} von ${numberPart(total)} an ${accountId}`;
const division = ({ split }: Pick<PartFact, 'split'>) => splitText(split);

export const SPLITS: Said<SplitFact> = {
  divided: {
    seen: ({ parts }) =>
      parts.length === 0
        ? 'nichts aufzuteilen'
        : joined(
            parts.map(({ part, amount }) => sentence`Teil ${part}: ${numberPart(amount)}`),
            '; ',
          ),
    accepted: division,
  },
  'divided-otherwise': {
    seen: ({ part }) =>
      part === null ? 'kein Teil eines Laufs' : `Teil ${part.part} von ${part.of}`,
    accepted: ({ split }) => (split === null ? 'keine Aufteilung' : splitText(split)),
    refused: () => 'Die Regel teilt ihren Betrag anders auf, als der Auftrag es sagt.',
  },
  part: { seen: partSeen, accepted: division },
  'part-differs': {
    seen: partSeen,
    accepted: division,
    refused: ({ instructionId, currency, total }) =>
      sentence`${instructionId} ist nicht das, was die Aufteilung der Regel aus ${amountIn(currency, total)} macht.`,
  },
  'part-left-before': {
    seen: partSeen,
    accepted: division,
    refused: ({ part }) => `Teil ${part} dieses Laufs ist bereits abgeflossen.`,
  },
};
