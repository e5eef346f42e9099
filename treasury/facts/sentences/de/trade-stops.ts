import { formatDecimal } from '../../../money/decimal-text.ts';
import { READINGS_OF_A_NEW_LEVEL } from '../../../valuation/judge-values.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import { isMoreThanZero } from '../../amount-facts.ts';
import { numberIn } from '../../number-in.ts';
import type { TradeStop } from '../../trade-stops.ts';
import { ofPrices, type SaidOfStops } from '../said.ts';
import { amountIn, moment, numberPart, type Sentence, sentence, written } from '../sentence.ts';
import { NO_PRICES } from './no-prices.ts';

type Of<Code extends TradeStop['code']> = Extract<TradeStop, { readonly code: Code }>;

const WHOSE = { total: 'insgesamt', person: 'von einer Person' } as const;

function bookedLess({ available, unbooked }: Of<'balance-too-low'>): Sentence {
  if (!isMoreThanZero(unbooked)) return [];
  const balance = formatDecimal(numberIn(available).plus(numberIn(unbooked)));
  return sentence` (${numberPart(balance)} abzüglich ${numberPart(unbooked)}, noch nicht gebucht)`;
}

export const TRADE_STOPS: SaidOfStops<TradeStop> = {
  'instrument-not-permitted': ({ instrument, permitted }) =>
    `${instrument} darf nicht gehandelt werden; erlaubt: ${permitted.join(', ') || 'keines'}.`,
  'no-price-now': ({ instrument }) => `Der Dienst hat im Augenblick keinen Kurs für ${instrument}.`,
  'prices-too-old': ({ readAt, now, maximumSeconds }) =>
    sentence`Die Kurse wurden am ${moment(readAt)} gelesen, und es ist ${moment(now)}; erlaubt: höchstens ${maximumSeconds} s alt.`,
  'price-jumped': ({ instrument, from, bid, ask, readings }) =>
    sentence`Der Kurs von ${instrument} ist um mehr als ${MAX_PRICE_JUMP_PERCENT} % von ${numberPart(from)} auf Geld ${numberPart(bid)} und Brief ${numberPart(ask)} gesprungen; er gilt, sobald ${READINGS_OF_A_NEW_LEVEL} Ablesungen in Folge nahe dabei liegen (bisher: ${readings}).`,
  'outside-collar': ({ instrument, side, price, market, collarPercent, accepted }) =>
    side === 'buy'
      ? sentence`${numberPart(price)} für ${instrument} liegt mehr als ${numberPart(collarPercent)} % über dem Briefkurs von ${numberPart(market)}; erlaubt: höchstens ${numberPart(accepted)}.`
      : sentence`${numberPart(price)} für ${instrument} liegt mehr als ${numberPart(collarPercent)} % unter dem Geldkurs von ${numberPart(market)}; erlaubt: mindestens ${numberPart(accepted)}.`,
  'reading-too-early': ({ currency, readAt, known }) =>
    sentence`Der Bestand von ${currency} wurde am ${moment(readAt)} gelesen, und das Hauptbuch kennt bereits einen späteren Stand vom ${moment(known)}.`,
  'trade-unvalued': ({ amount, currency, reportingCurrency, why }) =>
    sentence`${amountIn(currency, amount)} können zu den Kursen dieses Augenblicks nicht in ${reportingCurrency} bewertet werden, daher lässt sich das Limit nicht prüfen.${why === null ? [] : sentence` ${ofPrices(NO_PRICES, why).refused}`}`,
  'notional-too-high': ({ amount, currency, notional, reportingCurrency, maximum }) =>
    sentence`${amountIn(currency, amount)} sind ${amountIn(reportingCurrency, notional)} wert; erlaubt: höchstens ${numberPart(maximum)}.`,
  'more-than-a-day': ({ notional, reportingCurrency, maximum, scope }) =>
    sentence`Das Geschäft ist ${amountIn(reportingCurrency, notional)} wert; erlaubt: höchstens ${numberPart(maximum)} ${WHOSE[scope]} in 24 Stunden.`,
  'day-is-full': ({ traded, reportingCurrency, scope, notional, maximum, roomAt }) =>
    sentence`${amountIn(reportingCurrency, traded)} wurden in den letzten 24 Stunden ${WHOSE[scope]} gehandelt, und dieses Geschäft ist ${numberPart(notional)} wert; erlaubt: höchstens ${numberPart(maximum)}; Platz ist wieder am ${moment(roomAt)}.`,
  'day-counted-otherwise': ({ unit, reportingCurrency, roomAt }) =>
    sentence`Die letzten 24 Stunden werden in ${unit} gezählt, und das Limit ist in ${reportingCurrency}; Platz ist wieder am ${moment(roomAt)}.`,
  'too-many-people-traded': ({ by, maximum }) =>
    sentence`Mehr als ${maximum} Personen haben in den letzten 24 Stunden gehandelt: Für ${written(by)} lässt sich kein Limit einhalten.`,
  'balance-too-low': (why) =>
    sentence`Das Geschäft braucht ${amountIn(why.currency, why.needed)}; verfügbar: ${numberPart(why.available)}${bookedLess(why)}.`,
  'too-many-waiting': ({ waiting, currency, maximum }) =>
    `${waiting} Aufträge warten in ${currency}; erlaubt: weniger als ${maximum}.`,
};
