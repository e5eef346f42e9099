import type { PauseReason } from '../../../policy/webhook.ts';
import type { Superseded, WaitingFact } from '../../waiting-facts.ts';
import type { SaidOf } from '../said.ts';
import { amountIn, numberPart, sentence } from '../sentence.ts';
import { PIECES, SIDES } from './wording.ts';

export const SUPERSEDED: SaidOf<Superseded> = {
  'other-version': ({ baseVersion, stands }) =>
    `Beruht auf Version ${baseVersion}, und in Kraft ist Version ${stands}. Muss neu vorgeschlagen werden.`,
  'another-halt': ({ ends, stands }) =>
    `Beendet Generation ${ends} des Halts, und es gilt Generation ${stands}: Es gab einen weiteren Halt. Muss neu vorgeschlagen werden.`,
};

/** What waits, in a few words behind the name of its kind: "von 1,25 BTC". */
export const WAITING: SaidOf<WaitingFact> = {
  amount: ({ amount, currency }) => sentence`von ${amountIn(currency, amount)}`,
  trade: ({ side, amount, instrument }) =>
    sentence`zum ${SIDES[side]} von ${numberPart(amount)} (${instrument})`,
  piece: ({ piece, id }) => `: ${PIECES[piece].name}${id === null ? '' : ` ${id}`}`,
  'end-of-halt': ({ currency }) =>
    currency === null ? 'zum Ende des Halts von allem' : `zum Ende des Halts von ${currency}`,
  outcome: ({ instructionId }) => `von ${instructionId}`,
  unbooked: ({ amount, currency }) => sentence`von ${amountIn(currency, amount)}`,
  lanes: ({ currencies }) => `von ${currencies.join(', ')}`,
};

/** Why Sluice has paused a webhook: a sentence. */
export const PAUSED_BECAUSE: Readonly<Record<PauseReason, string>> = {
  'receiver-gone': 'Der Empfänger antwortet, dass es ihn nicht mehr gibt.',
  'nothing-taken':
    'Der Empfänger hat kein Ereignis angenommen, über alle Versuche einer Zustellung hinweg, drei Tage lang.',
};
