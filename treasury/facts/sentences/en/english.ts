import { amountIn, sentence } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { CHECKS } from './checks.ts';
import { decision } from './decision.ts';
import { NO_PRICES } from './no-prices.ts';
import { scheduleText } from './wording.ts';

export const ENGLISH: Texts = {
  checks: CHECKS,
  nothingDivided: (by) =>
    sentence`${by} Nothing is divided while one of its accounts cannot be paid.`,
  spokenFor: ({ currency, balance, committed }) =>
    sentence`Of the balance of ${amountIn(currency, balance)}, ${amountIn(currency, committed)} is already spoken for by other instructions; what is left is not enough for this rule.`,
  prices: NO_PRICES,
  decision,
  schedule: scheduleText,
};
