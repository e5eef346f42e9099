import type { Lapse, Lapsed } from '../../lapse.ts';
import { type SaidOf, saidOf } from '../said.ts';
import { amountIn, joined, moment, type Sentence, sentence, written } from '../sentence.ts';

const LAPSES: SaidOf<Lapse> = {
  moved: ({ currency, from, to, at }) =>
    sentence`the balance went from ${amountIn(currency, from)} to ${amountIn(currency, to)} by ${moment(at)}`,
  'seen-otherwise': () => 'the balances of before then are not those that were seen',
  'not-stated': ({ currencies }) =>
    currencies.length === 0
      ? 'the service states each balance again'
      : sentence`the service no longer states ${joined(currencies, ' and ')}`,
  'too-old': ({ hours }) => `it is older than ${hours} hours`,
};

/** Whose statement about an outcome no longer holds, and why. */
export function statementLapsed({ by, executed, why }: Lapsed): Sentence {
  return sentence`What ${written(by)} said of it (${executed ? 'executed' : 'not executed'}) no longer holds: ${saidOf(LAPSES, why)}.`;
}
