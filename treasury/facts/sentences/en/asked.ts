import type { Asked } from '../../halt-facts.ts';
import { amountIn, numberPart, type Sentence, sentence, written } from '../sentence.ts';

/** After "asks to", or by itself. */
export function askedText(asked: Asked): Sentence {
  return asked.kind === 'withdrawal'
    ? sentence`withdraw ${amountIn(asked.currency, asked.amount)} to "${written(asked.accountLabel)}" (${asked.withdrawalAccountId})`
    : sentence`${asked.side} ${numberPart(asked.amount)} ${asked.instrument} at ${numberPart(asked.price)}`;
}
