import { amountIn, sentence } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { CHECKS } from './checks.ts';
import { decision } from './decision.ts';
import { HISTORY } from './history.ts';
import { NO_PRICES } from './no-prices.ts';
import { STOPS } from './stops.ts';
import { scheduleText } from './wording.ts';

export const ENGLISH: Texts = {
  checks: CHECKS,
  nothingDivided: (by) =>
    sentence`${by} Nothing is divided while one of its accounts cannot be paid.`,
  spokenFor: ({ currency, balance, committed }) =>
    sentence`Of the balance of ${amountIn(currency, balance)}, ${amountIn(currency, committed)} is already spoken for by other instructions; what is left is not enough for this rule.`,
  madeBefore: ({ currency, instructionId, state }) => [
    `${instructionId} was made for this occurrence before and is ${state}, although ${currency} no longer says so: something other than Sluice has changed it. Nothing leaves for it again.`,
  ],
  pieceUnsealed: ({ piece, id, version, verdict }) => {
    const name = `The ${piece.replace('-', ' ')}${id === null ? '' : ` ${id}`}, version ${version}`;
    switch (verdict) {
      case 'unsealed':
        return [`${name}: no seal. Two people have to approve this again before anything is sent.`];
      case 'foreign':
        return [
          `${name}: sealed in another ledger. Two people have to approve this here before anything is sent.`,
        ];
      case 'invalid':
        return [
          `${name}: the seal does not hold. Something other than Sluice has written to the ledger.`,
        ];
      default:
        return verdict satisfies never;
    }
  },
  stops: STOPS,
  history: HISTORY,
  prices: NO_PRICES,
  decision,
  schedule: scheduleText,
};
