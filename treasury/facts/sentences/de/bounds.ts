import {
  type BoundFact,
  type FloorName,
  isFloor,
  leftText,
  type OutflowFact,
  type OutflowLimitName,
} from '../../bound-facts.ts';
import { ofPrices, type Said } from '../said.ts';
import {
  amountIn,
  asPart,
  numberPart,
  type Part,
  type Sentence,
  sentence,
  written,
} from '../sentence.ts';
import { NO_PRICES } from './no-prices.ts';

type Of<Code extends OutflowFact['code']> = Extract<OutflowFact, { readonly code: Code }>;

type Named = Omit<BoundFact, 'seen'>;

/** After "von" and with its own article before it: "der Liquiditätsreserve von 5 USD". */
function nameOf({ limit, cap, currency, of = '' }: Named): Sentence {
  const amount = amountIn(currency, cap);
  switch (limit) {
    case 'floor-total':
      return sentence`der Liquiditätsreserve von ${amount} über alles`;
    case 'floor-currency':
      return sentence`der Liquiditätsreserve von ${amount}`;
    case 'account-24h':
    case 'account-30d':
      return sentence`dem Limit von ${amount} in ${windowOf(limit)} an „${written(of)}“`;
    case 'account-lifetime':
      return sentence`dem Limit von ${amount} für immer an „${written(of)}“`;
    case 'counterparty-24h':
    case 'counterparty-30d':
      return sentence`dem Limit von ${amount} in ${windowOf(limit)} an die Gegenpartei „${written(of)}“`;
    case 'outflow-24h':
      return sentence`dem Limit von ${amount} in ${windowOf(limit)} über alle Auszahlungen`;
    case 'first-payment':
      return sentence`dem Höchstbetrag der ersten Zahlung von ${amount} an „${written(of)}“`;
    default:
      return limit satisfies never;
  }
}

/** After "in". */
function windowOf(limit: FloorName | OutflowLimitName): string {
  if (limit === 'account-lifetime') return 'allem';
  if (limit === 'first-payment') return 'allem, da noch keine Antwort den Ort genannt hat';
  return limit.endsWith('30d') ? '30 Tagen' : '24 Stunden';
}

/** "1 BTC (im Wert von 100 USD)"; the worth only in another currency. */
function takes({ needed, taken, currency }: Of<'floor' | 'outflow'>): Part | Sentence {
  const amount = amountIn(needed.currency, needed.amount);
  return needed.currency === currency
    ? amount
    : sentence`${amount} (im Wert von ${amountIn(currency, taken)})`;
}

function staysOf({ cap, currency }: Named): Sentence {
  return sentence`mindestens ${amountIn(currency, cap)} bleiben`;
}

export const BOUNDS: Said<OutflowFact> = {
  'bound-unknown': {
    seen: ({ why }) => sentence`nicht bekannt: ${asPart(ofPrices(NO_PRICES, why).refused)}`,
    accepted: (fact) =>
      isFloor(fact.limit)
        ? staysOf(fact)
        : sentence`höchstens ${amountIn(fact.currency, fact.cap)} in ${windowOf(fact.limit)}`,
    refused: (fact) =>
      sentence`Ein Vergleich mit ${nameOf(fact)} ist nicht möglich, daher fließt nichts ab: ${asPart(ofPrices(NO_PRICES, fact.why).refused)}.`,
  },
  floor: {
    seen: (fact) =>
      sentence`${amountIn(fact.currency, fact.seen)} vorhanden, ${numberPart(leftText(fact))} über der Reserve`,
    accepted: staysOf,
    refused: (fact) =>
      sentence`Nichts von ${nameOf(fact)} darf abfließen; vorhanden sind ${amountIn(fact.currency, fact.seen)}, also können ${takes(fact)} nicht abfließen.`,
  },
  outflow: {
    seen: (fact) =>
      sentence`${numberPart(fact.seen)} von ${amountIn(fact.currency, fact.cap)} in ${windowOf(fact.limit)} verbraucht, ${numberPart(leftText(fact))} übrig`,
    accepted: ({ taken }) => sentence`mindestens ${numberPart(taken)} übrig`,
    refused: (fact) =>
      sentence`Von ${nameOf(fact)} sind ${amountIn(fact.currency, leftText(fact))} übrig; ${takes(fact)} wären nötig.`,
  },
};

/** "die 766 USD über der Liquiditätsreserve von 1234 USD über alles". */
export function roomText(bound: BoundFact): Sentence {
  const room = amountIn(bound.currency, leftText(bound));
  return isFloor(bound.limit)
    ? sentence`die ${room} über ${nameOf(bound)}`
    : sentence`die ${room}, die von ${nameOf(bound)} übrig sind`;
}
