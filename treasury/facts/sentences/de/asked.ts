import type { Asked } from '../../halt-facts.ts';
import { amountIn, numberPart, type Sentence, sentence, written } from '../sentence.ts';
import { SIDES } from './wording.ts';

/** "Auszahlung von 1,5 BTC an „Cold storage“ (...)". */
export function askedText(asked: Asked): Sentence {
  return asked.kind === 'withdrawal'
    ? sentence`Auszahlung von ${amountIn(asked.currency, asked.amount)} an „${written(asked.accountLabel)}“ (${asked.withdrawalAccountId})`
    : sentence`${SIDES[asked.side]} von ${numberPart(asked.amount)} ${asked.instrument} zu ${numberPart(asked.price)}`;
}
