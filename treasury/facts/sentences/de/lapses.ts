import type { Lapse, Lapsed } from '../../lapse.ts';
import { type SaidOf, saidOf } from '../said.ts';
import { amountIn, joined, moment, type Sentence, sentence, written } from '../sentence.ts';

const LAPSES: SaidOf<Lapse> = {
  moved: ({ currency, from, to, at }) =>
    sentence`der Bestand ging bis ${moment(at)} von ${amountIn(currency, from)} auf ${amountIn(currency, to)}`,
  'seen-otherwise': () => 'die Bestände von davor sind nicht die, die zu sehen waren',
  'not-stated': ({ currencies }) =>
    currencies.length === 0
      ? 'der Dienst nennt wieder jeden Bestand'
      : sentence`der Dienst nennt ${joined(currencies, ' und ')} nicht mehr`,
  'too-old': ({ hours }) => `es ist älter als ${hours} Stunden`,
};

/** Whose statement about an outcome no longer holds, and why. */
export function statementLapsed({ by, executed, why }: Lapsed): Sentence {
  return sentence`Was ${written(by)} dazu gesagt hat (${executed ? 'ausgeführt' : 'nicht ausgeführt'}), gilt nicht mehr: ${saidOf(LAPSES, why)}.`;
}
