import { amountIn, sentence } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { CHECKS } from './checks.ts';
import { decision } from './decision.ts';
import { NO_PRICES } from './no-prices.ts';
import { scheduleText } from './wording.ts';

export const GERMAN: Texts = {
  checks: CHECKS,
  nothingDivided: (by) =>
    sentence`${by} Solange eines der Konten nicht bedient werden kann, wird nichts aufgeteilt.`,
  spokenFor: ({ currency, balance, committed }) =>
    sentence`Vom Bestand von ${amountIn(currency, balance)} sind ${amountIn(currency, committed)} bereits für andere Aufträge vorgemerkt; der Rest reicht für diese Regel nicht aus.`,
  prices: NO_PRICES,
  decision,
  schedule: scheduleText,
};
