import { type Conversion, tradesOf } from '../../../policy/conversion.ts';
import { duration } from '../../../time/duration.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import type { Price } from '../../../valuation/price.ts';
import { isMoreThanZero } from '../../amount-facts.ts';
import type { AmountIn } from '../../amount-in.ts';
import type { ConversionFact, TradeScope } from '../../conversion-facts.ts';
import type { DecidedTrade } from '../../decided-trade.ts';
import { ofPrices, type Phrase, type Said } from '../said.ts';
import { amountIn, moment, numberPart, type Part, type Sentence, sentence } from '../sentence.ts';
import { countsUnreadable } from './counts.ts';
import { NO_PRICES } from './no-prices.ts';

type Of<Code extends ConversionFact['code']> = Extract<ConversionFact, { readonly code: Code }>;

const pathText = ({ path }: Of<'circle'>) => path.join(' > ');

/** The instrument that the rule names, or either of the two that there are. */
function instrumentsOf(conversion: Conversion, word: 'and' | 'or'): string {
  const either = tradesOf(conversion).map(({ instrument }) => instrument);
  return conversion.instrument ?? either.join(` ${word} `);
}

const current = () => 'a current price that has not jumped';

function quoted({ instrument, price }: { readonly instrument: string; readonly price: Price }) {
  return sentence`${instrument}: bid ${numberPart(price.bid)}, ask ${numberPart(price.ask)}`;
}

function worst({ side, decided }: Of<'price-at-claim'>): Sentence {
  return sentence`${side === 'buy' ? 'at most' : 'at least'} ${numberPart(decided)}`;
}

const SCOPES: Readonly<Record<TradeScope, string>> = {
  'one-trade': 'of one trade',
  'all-trades': 'together in 24 hours',
  'own-trades': 'by one rule in 24 hours',
};

function inMoney({ currency, amount }: AmountIn): Part {
  return amountIn(currency, amount);
}

/** "the 1.98 BTC that the limit of trades leaves (100000 USD of one trade)". */
export function tradeRoomText({
  room,
  cap,
  currency,
  scope,
}: Pick<Of<'trade-limit'>, 'room' | 'cap' | 'currency' | 'scope'>): Sentence {
  return sentence`the ${inMoney(room)} that the limit of trades leaves (${amountIn(currency, cap)} ${SCOPES[scope]})`;
}

function afterText(used: string): Sentence {
  return isMoreThanZero(used) ? sentence` after ${numberPart(used)}` : [];
}

function tradeLimitSeen({ value, currency, used }: Of<'trade-limit'>): Phrase {
  const before = used === null ? ', what was traded before is not known' : afterText(used);
  return sentence`${amountIn(currency, value)}${before}`;
}

function tradeApprovalSeen({ value, currency, unapproved }: Of<'trade-approval'>): Phrase {
  const before = unapproved === null ? ' after an amount that is not known' : afterText(unapproved);
  return sentence`${amountIn(currency, value)}${before}`;
}

export const CONVERSIONS: Said<ConversionFact> = {
  circle: {
    seen: pathText,
    accepted: () => 'no circle',
    refused: (fact) => `The rules convert in a circle: ${pathText(fact)}.`,
  },
  instrument: {
    seen: ({ trade }) => (trade === null ? 'none' : `${trade.side} ${trade.instrument}`),
    accepted: ({ conversion, permitted }) =>
      `${instrumentsOf(conversion, 'or')}, of ${permitted.join(', ') || 'none'}`,
    refused: ({ conversion }) =>
      `${conversion.currency} cannot be converted into ${conversion.into}: the controls permit neither trade of ${instrumentsOf(conversion, 'and')}.`,
  },
  price: { seen: quoted, accepted: current },
  'price-missing': {
    seen: ({ instrument }) => `${instrument}: none`,
    accepted: current,
    refused: ({ instrument }) => `The snapshot has no price of ${instrument}.`,
  },
  'price-contradictory': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, price: { bid, ask } }) =>
      sentence`Bid ${numberPart(bid)} and ask ${numberPart(ask)} of ${instrument} cannot both be right.`,
  },
  'trade-price-jumped': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, from }) =>
      sentence`The price of ${instrument} has jumped by more than ${MAX_PRICE_JUMP_PERCENT} % from ${numberPart(from)}; it is not believed yet.`,
  },
  'trade-price-stale': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, readAt, now, maximumSeconds }) =>
      sentence`The price of ${instrument} was read at ${moment(readAt)} and it is ${moment(now)}; this rule acts on readings at most ${duration(maximumSeconds)} old.`,
  },
  'price-at-claim': {
    seen: ({ instrument, market }) => sentence`${instrument}: ${numberPart(market)}`,
    accepted: worst,
    refused: (fact) =>
      sentence`The price of ${fact.instrument} is ${numberPart(fact.market)} and the decision accepts ${worst(fact)}: it has moved too far since, so the trade is decided anew.`,
  },
  unvalued: {
    seen: ({ reportingCurrency }) => `no value in ${reportingCurrency}`,
    accepted: current,
    refused: ({ currency, reportingCurrency, why }) =>
      sentence`${currency} cannot be valued in ${reportingCurrency} at the prices of the snapshot, so the limits of trades cannot be checked.${why === null ? [] : sentence` ${ofPrices(NO_PRICES, why).refused}`}`,
  },
  'trade-limit': {
    seen: tradeLimitSeen,
    accepted: ({ cap, scope }) => sentence`at most ${numberPart(cap)} ${SCOPES[scope]}`,
    refused: ({ cap, currency, scope, room, needed }) =>
      sentence`Trades are limited to ${amountIn(currency, cap)} ${SCOPES[scope]}; that leaves ${inMoney(room)}, and ${inMoney(needed)} would be needed.`,
  },
  'counts-unreadable': {
    seen: ({ counts }) => `${counts} cannot be read`,
    accepted: () => 'counts that can be read',
    refused: countsUnreadable,
  },
  bought: {
    seen: ({ bought }) => numberPart(bought),
    accepted: () => 'more than 0',
    refused: ({ paid }) => sentence`${inMoney(paid)} would buy nothing.`,
  },
  'trade-approval': {
    seen: tradeApprovalSeen,
    accepted: ({ above }) =>
      above === null
        ? 'no approval needed'
        : sentence`at most ${numberPart(above)} without approval in 24 hours`,
  },
};

/** "sell 10 ETH/USD at 1900 or more". */
export function tradeText({ instrument, side, amount, price }: DecidedTrade): Sentence {
  return sentence`${side} ${amountIn(instrument, amount)} at ${numberPart(price)} or ${side === 'buy' ? 'less' : 'more'}`;
}
