import { duration } from '../../../time/duration.ts';
import { secondsBetween } from '../../../time/instant.ts';
import { READINGS_OF_A_NEW_LEVEL } from '../../../valuation/judge-values.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import type { UnknownBound } from '../../unknown-bound.ts';
import type { SaidOfPrices } from '../said.ts';
import { amountIn, moment, numberPart, type Sentence, sentence } from '../sentence.ts';
import { countsUnreadable } from './counts.ts';

type Of<Code extends UnknownBound['code']> = Extract<UnknownBound, { readonly code: Code }>;

const counts = ({ readings }: Of<'new-price' | 'jumped'>) =>
  `it counts once ${READINGS_OF_A_NEW_LEVEL} readings in a row agree (so far: ${readings})`;

const jump = ({ into, from, to }: Of<'jumped' | 'jumped-since'>) =>
  sentence`${amountIn(into, from)}, then ${amountIn(into, to)}`;

function age({ readAt, now }: Of<'stale'>): Sentence {
  const seconds = secondsBetween(readAt, now);
  return seconds < 0
    ? sentence`read at ${moment(readAt)}, later than now`
    : [`${duration(seconds)} old`];
}

const unpricedIn = ({ currencies, more }: Of<'open-unpriced'>) =>
  [...currencies, ...(more === undefined ? [] : [`${more} more`])].join(' and ');

export const NO_PRICES: SaidOfPrices = {
  'no-price': {
    seen: ({ currency, into }) => `no price of ${currency} in ${into}`,
    refused: ({ currency, into }) =>
      `Its limits in ${into} need a price of ${currency}/${into} or ${into}/${currency}; there is none.`,
  },
  'valued-otherwise': {
    seen: ({ reportingCurrency }) => `prices in ${reportingCurrency}`,
    refused: ({ into, reportingCurrency }) =>
      `It is compared in ${into}, and the prices were valued in ${reportingCurrency}.`,
  },
  unproven: {
    seen: () => 'an unproven snapshot',
    refused: ({ currency, into, by }) =>
      by === 'forged'
        ? `The price of ${currency} in ${into} cannot be compared with an earlier one and waits for the next snapshots: the seal of the last snapshot does not hold, as if something other than Sluice had written it.`
        : `The price of ${currency} in ${into} cannot be compared with an earlier one and waits for the next snapshots: the last snapshot cannot be proven now.`,
  },
  contradicted: {
    seen: ({ instruments }) => `${instruments.join(' and ')} contradict each other`,
    refused: ({ instruments }) =>
      `The prices of ${instruments.join(' and ')} contradict each other, so neither is taken for the price.`,
  },
  'only-crossed': {
    seen: ({ instruments }) => `only over ${instruments.join(' and ')}`,
    refused: ({ currency, into, instruments }) =>
      `${currency} has a price in ${into} only over a third currency (${instruments.join(' and ')}), which permits nothing unless the controls say so.`,
  },
  'new-price': {
    seen: ({ readings }) => `new, ${readings} of ${READINGS_OF_A_NEW_LEVEL} readings`,
    refused: (why) => `The price of ${why.currency} in ${why.into} is new: ${counts(why)}.`,
  },
  jumped: {
    seen: jump,
    refused: (why) =>
      sentence`The price of ${why.currency} went from ${numberPart(why.from)} to ${amountIn(why.into, why.to)}, further than ${MAX_PRICE_JUMP_PERCENT} %: ${counts(why)}.`,
  },
  'limits-otherwise': {
    seen: ({ into }) => `limits in ${into}`,
    refused: ({ into, reportingCurrency }) =>
      `It has limits in ${into}, and the reporting currency is ${reportingCurrency}.`,
  },
  stale: {
    seen: (why) => sentence`prices ${age(why)}`,
    refused: (why) =>
      sentence`The prices are ${age(why)}; a limit by value rests on prices at most ${duration(why.maximumSeconds)} old.`,
  },
  'jumped-since': {
    seen: jump,
    refused: ({ currency, into, from, to }) =>
      sentence`The price of ${currency} went from ${amountIn(into, from)} to ${amountIn(into, to)} since the decision, further than ${MAX_PRICE_JUMP_PERCENT} %.`,
  },
  'no-amount': {
    seen: ({ value, in: into, price }) =>
      sentence`${amountIn(into, value)} at ${numberPart(price)}`,
    refused: ({ currency, value, in: into, price }) =>
      sentence`At a price of ${numberPart(price)}, ${amountIn(into, value)} cannot be turned into an amount of ${currency}.`,
  },
  'no-usable-price': {
    seen: ({ currency, into }) => `no usable price of ${currency} in ${into}`,
    refused: ({ currency, into }) => `There is no usable price of ${currency} in ${into}.`,
  },
  'counted-otherwise': {
    seen: () => 'counted otherwise',
    refused: () =>
      'What left lately cannot be added up: it is counted in another currency, or there are too many amounts.',
  },
  'open-unpriced': {
    seen: (why) => `open withdrawals in ${unpricedIn(why)} without a price`,
    refused: (why) =>
      `Withdrawals in ${unpricedIn(why)} are open, and there is no usable price for them in ${why.into}.`,
  },
  'lane-unreadable': {
    seen: ({ currency }) => `open amounts of ${currency} cannot be read`,
    refused: ({ currency }) => `The open amounts of ${currency} cannot be read.`,
  },
  'counts-unreadable': {
    seen: ({ counts }) => `what counts (${counts}) cannot be read`,
    refused: countsUnreadable,
  },
};
