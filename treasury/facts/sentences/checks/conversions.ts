import type { DecidedTrade } from '../../../facts/decided-trade.ts';
import { type Conversion, tradesOf } from '../../../policy/conversion.ts';
import { amountIn } from '../../../policy/wording.ts';
import { duration } from '../../../time/duration.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import type { Price } from '../../../valuation/price.ts';
import type { AmountIn } from '../../amount-in.ts';
import type { ConversionFact, TradeScope } from '../../conversion-facts.ts';
import { numberIn } from '../../number-in.ts';
import type { Said } from './said.ts';

type Of<Code extends ConversionFact['code']> = Extract<ConversionFact, { readonly code: Code }>;

const pathText = ({ path }: Of<'circle'>) => path.join(' > ');

/** The instrument that the rule names, or either of the two that there are. */
function instrumentsOf(conversion: Conversion, word: 'and' | 'or'): string {
  const either = tradesOf(conversion).map(({ instrument }) => instrument);
  return conversion.instrument ?? either.join(` ${word} `);
}

const current = () => 'a current price that has not jumped';

function quoted({ instrument, price }: { readonly instrument: string; readonly price: Price }) {
  return `${instrument}: bid ${price.bid}, ask ${price.ask}`;
}

function worst({ side, decided }: Of<'price-at-claim'>): string {
  return `${side === 'buy' ? 'at most' : 'at least'} ${decided}`;
}

const SCOPES: Readonly<Record<TradeScope, string>> = {
  'one-trade': 'of one trade',
  'all-trades': 'together in 24 hours',
  'own-trades': 'by one rule in 24 hours',
};

function inMoney({ currency, amount }: AmountIn): string {
  return amountIn(currency, amount);
}

/** "the 1.98 BTC that the limit of trades leaves (100000 USD of one trade)". */
export function tradeRoomText({
  room,
  cap,
  currency,
  scope,
}: Pick<Of<'trade-limit'>, 'room' | 'cap' | 'currency' | 'scope'>): string {
  return `the ${inMoney(room)} that the limit of trades leaves (${amountIn(currency, cap)} ${SCOPES[scope]})`;
}

function afterText(used: string): string {
  return numberIn(used).isZero() ? '' : ` after ${used}`;
}

function tradeLimitSeen({ value, currency, used }: Of<'trade-limit'>): string {
  const before = used === null ? ', what was traded before is not known' : afterText(used);
  return `${amountIn(currency, value)}${before}`;
}

function tradeApprovalSeen({ value, currency, unapproved }: Of<'trade-approval'>): string {
  const before = unapproved === null ? ' after an amount that is not known' : afterText(unapproved);
  return `${amountIn(currency, value)}${before}`;
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
      `Bid ${bid} and ask ${ask} of ${instrument} cannot both be right.`,
  },
  'trade-price-jumped': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, from }) =>
      `The price of ${instrument} has jumped by more than ${MAX_PRICE_JUMP_PERCENT} % from ${from}; it is not believed yet.`,
  },
  'trade-price-stale': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, readAt, now, maximumSeconds }) =>
      `The price of ${instrument} was read at ${readAt} and it is ${now}; this rule acts on readings at most ${duration(maximumSeconds)} old.`,
  },
  'price-at-claim': {
    seen: ({ instrument, market }) => `${instrument}: ${market}`,
    accepted: worst,
    refused: (fact) =>
      `The price of ${fact.instrument} is ${fact.market} and was decided to be ${worst(fact)}: it has moved too far since, and is decided anew.`,
  },
  unvalued: {
    seen: ({ reportingCurrency }) => `no value in ${reportingCurrency}`,
    accepted: current,
    refused: ({ currency, reportingCurrency, why }) =>
      `${currency} cannot be valued in ${reportingCurrency} at the prices of the snapshot, so the limits of trades cannot be checked.${why === null ? '' : ` ${why}`}`,
  },
  'trade-limit': {
    seen: tradeLimitSeen,
    accepted: ({ cap, scope }) => `at most ${cap} ${SCOPES[scope]}`,
    refused: ({ cap, currency, scope, room, needed }) =>
      `Trades are limited to ${amountIn(currency, cap)} ${SCOPES[scope]}; that leaves ${inMoney(room)}, and ${inMoney(needed)} would be needed.`,
  },
  bought: {
    seen: ({ bought }) => bought,
    accepted: () => 'more than 0',
    refused: ({ paid }) => `${inMoney(paid)} would buy nothing.`,
  },
  'trade-approval': {
    seen: tradeApprovalSeen,
    accepted: ({ above }) =>
      above === null ? 'no approval needed' : `at most ${above} without approval in 24 hours`,
  },
};

/** "sell 10 ETH/USD at 1900 or more". */
export function tradeText({ instrument, side, amount, price }: DecidedTrade): string {
  return `${side} ${amountIn(instrument, amount)} at ${price} or ${side === 'buy' ? 'less' : 'more'}`;
}
