import type { PauseReason } from '../../../policy/webhook.ts';
import type { Superseded, WaitingFact } from '../../waiting-facts.ts';
import { pieceName } from '../piece-name.ts';
import type { SaidOf } from '../said.ts';
import { amountIn, numberPart, sentence } from '../sentence.ts';

export const SUPERSEDED: SaidOf<Superseded> = {
  'other-version': ({ baseVersion, stands }) =>
    `It rests on version ${baseVersion}, and version ${stands} stands. It has to be proposed again.`,
  'another-halt': ({ ends, stands }) =>
    `It ends generation ${ends} of the halt, and ${stands} stands: there was another halt. It has to be proposed again.`,
};

/** What waits, in a few words behind the name of its kind: "of 1.25 BTC". */
export const WAITING: SaidOf<WaitingFact> = {
  amount: ({ amount, currency }) => sentence`of ${amountIn(currency, amount)}`,
  trade: ({ side, amount, instrument }) =>
    sentence`to ${side} ${numberPart(amount)} (${instrument})`,
  piece: ({ piece, id }) => (id === null ? 'of the controls' : `of ${pieceName(piece)} ${id}`),
  'end-of-halt': ({ currency }) => `to end the halt of ${currency ?? 'everything'}`,
  outcome: ({ instructionId }) => `of ${instructionId}`,
  unbooked: ({ amount, currency }) => sentence`amount of ${amountIn(currency, amount)}`,
  lanes: ({ currencies }) => `of ${currencies.join(', ')}`,
};

/** Why Sluice has paused a webhook: a sentence. */
export const PAUSED_BECAUSE: Readonly<Record<PauseReason, string>> = {
  'receiver-gone': 'The receiver answers that it is gone for ever.',
  'nothing-taken':
    'The receiver took no event while every attempt of a delivery was made, over three days.',
};
