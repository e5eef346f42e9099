import { type Conversion, tradesOf } from '../../../policy/conversion.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import type { Price } from '../../../valuation/price.ts';
import { isMoreThanZero } from '../../amount-facts.ts';
import type { AmountIn } from '../../amount-in.ts';
import type { ConversionFact, TradeScope } from '../../conversion-facts.ts';
import type { DecidedTrade } from '../../decided-trade.ts';
import { ofPrices, type Phrase, type Said } from '../said.ts';
import { amountIn, moment, numberPart, type Part, type Sentence, sentence } from '../sentence.ts';
import { countsUnreadable } from './counts.ts';
import { duration } from './duration.ts';
import { NO_PRICES } from './no-prices.ts';
import { listed, SIDES } from './wording.ts';

type Of<Code extends ConversionFact['code']> = Extract<ConversionFact, { readonly code: Code }>;

const pathText = ({ path }: Of<'circle'>) => path.join(' > ');

/** The instrument that the rule names, or either of the two that there are. */
function instrumentsOf(conversion: Conversion, word: 'und' | 'oder'): string {
  const either = tradesOf(conversion).map(({ instrument }) => instrument);
  return conversion.instrument ?? listed(either, word);
}

const current = () => 'ein aktueller Kurs ohne Sprung';

function quoted({ instrument, price }: { readonly instrument: string; readonly price: Price }) {
  return sentence`${instrument}: Geld ${numberPart(price.bid)}, Brief ${numberPart(price.ask)}`;
}

function worst({ side, decided }: Of<'price-at-claim'>): Sentence {
  return sentence`${side === 'buy' ? 'höchstens' : 'mindestens'} ${numberPart(decided)}`;
}

const SCOPES: Readonly<Record<TradeScope, string>> = {
  'one-trade': 'je Geschäft',
  'all-trades': 'zusammen in 24 Stunden',
  'own-trades': 'je Regel in 24 Stunden',
};

function inMoney({ currency, amount }: AmountIn): Part {
  return amountIn(currency, amount);
}

/** "die 1,98 BTC, die das Limit für Geschäfte übrig lässt (100000 USD je Geschäft)". */
export function tradeRoomText({
  room,
  cap,
  currency,
  scope,
}: Pick<Of<'trade-limit'>, 'room' | 'cap' | 'currency' | 'scope'>): Sentence {
  return sentence`die ${inMoney(room)}, die das Limit für Geschäfte übrig lässt (${amountIn(currency, cap)} ${SCOPES[scope]})`;
}

function afterText(used: string): Sentence {
  return isMoreThanZero(used) ? sentence` nach ${numberPart(used)}` : [];
}

function tradeLimitSeen({ value, currency, used }: Of<'trade-limit'>): Phrase {
  const before = used === null ? ', was davor gehandelt wurde, ist nicht bekannt' : afterText(used);
  return sentence`${amountIn(currency, value)}${before}`;
}

function tradeApprovalSeen({ value, currency, unapproved }: Of<'trade-approval'>): Phrase {
  const before =
    unapproved === null ? ' nach einem Betrag, der nicht bekannt ist' : afterText(unapproved);
  return sentence`${amountIn(currency, value)}${before}`;
}

export const CONVERSIONS: Said<ConversionFact> = {
  circle: {
    seen: pathText,
    accepted: () => 'kein Kreis',
    refused: (fact) => `Die Regeln tauschen im Kreis: ${pathText(fact)}.`,
  },
  instrument: {
    seen: ({ trade }) => (trade === null ? 'keines' : `${SIDES[trade.side]} ${trade.instrument}`),
    accepted: ({ conversion, permitted }) =>
      `${instrumentsOf(conversion, 'oder')}, von ${permitted.join(', ') || 'keinem'}`,
    refused: ({ conversion }) =>
      `${conversion.currency} kann nicht in ${conversion.into} getauscht werden: Die Vorgaben erlauben kein Geschäft in ${instrumentsOf(conversion, 'oder')}.`,
  },
  price: { seen: quoted, accepted: current },
  'price-missing': {
    seen: ({ instrument }) => `${instrument}: keiner`,
    accepted: current,
    refused: ({ instrument }) => `Die Momentaufnahme enthält keinen Kurs von ${instrument}.`,
  },
  'price-contradictory': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, price: { bid, ask } }) =>
      sentence`Geldkurs ${numberPart(bid)} und Briefkurs ${numberPart(ask)} von ${instrument} können nicht beide stimmen.`,
  },
  'trade-price-jumped': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, from }) =>
      sentence`Der Kurs von ${instrument} weicht um mehr als ${MAX_PRICE_JUMP_PERCENT} % von ${numberPart(from)} ab; er wird noch nicht verwendet.`,
  },
  'trade-price-stale': {
    seen: quoted,
    accepted: current,
    refused: ({ instrument, readAt, now, maximumSeconds }) =>
      sentence`Der Kurs von ${instrument} wurde am ${moment(readAt)} gelesen, und es ist ${moment(now)}; diese Regel handelt nach Werten, die höchstens ${duration(maximumSeconds)} alt sind.`,
  },
  'price-at-claim': {
    seen: ({ instrument, market }) => sentence`${instrument}: ${numberPart(market)}`,
    accepted: worst,
    refused: (fact) =>
      sentence`Der Kurs von ${fact.instrument} ist ${numberPart(fact.market)} und die Entscheidung nimmt ${worst(fact)} an: Er hat sich seitdem zu weit bewegt, daher wird neu entschieden.`,
  },
  unvalued: {
    seen: ({ reportingCurrency }) => `kein Wert in ${reportingCurrency}`,
    accepted: current,
    refused: ({ currency, reportingCurrency, why }) =>
      sentence`${currency} kann zu den Kursen der Momentaufnahme nicht in ${reportingCurrency} bewertet werden, daher lassen sich die Limits für Geschäfte nicht prüfen.${why === null ? [] : sentence` ${ofPrices(NO_PRICES, why).refused}`}`,
  },
  'trade-limit': {
    seen: tradeLimitSeen,
    accepted: ({ cap, scope }) => sentence`höchstens ${numberPart(cap)} ${SCOPES[scope]}`,
    refused: ({ cap, currency, scope, room, needed }) =>
      sentence`Geschäfte sind auf ${amountIn(currency, cap)} ${SCOPES[scope]} begrenzt; davon bleiben ${inMoney(room)}, und ${inMoney(needed)} wären nötig.`,
  },
  'counts-unreadable': {
    seen: ({ counts }) => `${counts} nicht lesbar`,
    accepted: () => 'lesbare Zählung',
    refused: countsUnreadable,
  },
  bought: {
    seen: ({ bought }) => numberPart(bought),
    accepted: () => 'mehr als 0',
    refused: ({ paid }) => sentence`Mit ${inMoney(paid)} würde nichts gekauft.`,
  },
  'trade-approval': {
    seen: tradeApprovalSeen,
    accepted: ({ above }) =>
      above === null
        ? 'keine Freigabe nötig'
        : sentence`höchstens ${numberPart(above)} ohne Freigabe in 24 Stunden`,
  },
};

/** "Verkauf von 10 ETH/USD zu 1900 oder mehr". */
export function tradeText({ instrument, side, amount, price }: DecidedTrade): Sentence {
  return sentence`${SIDES[side]} von ${amountIn(instrument, amount)} zu ${numberPart(price)} oder ${side === 'buy' ? 'weniger' : 'mehr'}`;
}
