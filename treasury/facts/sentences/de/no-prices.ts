import { secondsBetween } from '../../../time/instant.ts';
import { READINGS_OF_A_NEW_LEVEL } from '../../../valuation/judge-values.ts';
import { MAX_PRICE_JUMP_PERCENT } from '../../../valuation/near.ts';
import type { UnknownBound } from '../../unknown-bound.ts';
import type { SaidOfPrices } from '../said.ts';
import { amountIn, moment, numberPart, type Sentence, sentence } from '../sentence.ts';
import { countsUnreadable } from './counts.ts';
import { duration } from './duration.ts';
import { listed } from './wording.ts';

type Of<Code extends UnknownBound['code']> = Extract<UnknownBound, { readonly code: Code }>;

const counts = ({ readings }: Of<'new-price' | 'jumped'>) =>
  `er zählt, sobald ${READINGS_OF_A_NEW_LEVEL} Ablesungen in Folge übereinstimmen (bisher: ${readings})`;

const jump = ({ into, from, to }: Of<'jumped' | 'jumped-since'>) =>
  sentence`${amountIn(into, from)}, dann ${amountIn(into, to)}`;

function age({ readAt, now }: Of<'stale'>): Sentence {
  const seconds = secondsBetween(readAt, now);
  return seconds < 0
    ? sentence`am ${moment(readAt)} gelesen, später als jetzt`
    : [`${duration(seconds)} alt`];
}

const unpricedIn = ({ currencies, more }: Of<'open-unpriced'>) =>
  listed([...currencies, ...(more === undefined ? [] : [`${more} weiteren`])]);

export const NO_PRICES: SaidOfPrices = {
  'no-price': {
    seen: ({ currency, into }) => `kein Kurs von ${currency} in ${into}`,
    refused: ({ currency, into }) =>
      `Ihre Limits in ${into} brauchen einen Kurs von ${currency}/${into} oder ${into}/${currency}; es gibt keinen.`,
  },
  'valued-otherwise': {
    seen: ({ reportingCurrency }) => `Kurse in ${reportingCurrency}`,
    refused: ({ into, reportingCurrency }) =>
      `Verglichen wird in ${into}, doch die Kurse wurden in ${reportingCurrency} bewertet.`,
  },
  unproven: {
    seen: () => 'eine nicht bewiesene Momentaufnahme',
    refused: ({ currency, into, by }) =>
      by === 'forged'
        ? `Der Kurs von ${currency} in ${into} lässt sich mit keinem früheren vergleichen und wartet auf die nächsten Momentaufnahmen: Das Siegel der letzten Momentaufnahme stimmt nicht, als hätte etwas anderes als Sluice sie geschrieben.`
        : `Der Kurs von ${currency} in ${into} lässt sich mit keinem früheren vergleichen und wartet auf die nächsten Momentaufnahmen: Die letzte Momentaufnahme ist zurzeit nicht zu beweisen.`,
  },
  contradicted: {
    seen: ({ instruments }) => `${listed(instruments)} widersprechen einander`,
    refused: ({ instruments }) =>
      `Die Kurse von ${listed(instruments)} widersprechen einander, daher gilt keiner als der Kurs.`,
  },
  'only-crossed': {
    seen: ({ instruments }) => `nur über ${listed(instruments)}`,
    refused: ({ currency, into, instruments }) =>
      `${currency} hat einen Kurs in ${into} nur über eine dritte Währung (${listed(instruments)}), was nur genügt, wenn die Vorgaben es zulassen.`,
  },
  'new-price': {
    seen: ({ readings }) => `neu, ${readings} von ${READINGS_OF_A_NEW_LEVEL} Ablesungen`,
    refused: (why) => `Der Kurs von ${why.currency} in ${why.into} ist neu: ${counts(why)}.`,
  },
  jumped: {
    seen: jump,
    refused: (why) =>
      sentence`Der Kurs von ${why.currency} sprang von ${numberPart(why.from)} auf ${amountIn(why.into, why.to)}, um mehr als ${MAX_PRICE_JUMP_PERCENT} %: ${counts(why)}.`,
  },
  'limits-otherwise': {
    seen: ({ into }) => `Limits in ${into}`,
    refused: ({ into, reportingCurrency }) =>
      `Die Regel hat Limits in ${into}, und die Berichtswährung ist ${reportingCurrency}.`,
  },
  stale: {
    seen: (why) => sentence`Kurse ${age(why)}`,
    refused: (why) =>
      sentence`Die Kurse sind ${age(why)}; ein Limit nach Wert stützt sich auf Kurse, die höchstens ${duration(why.maximumSeconds)} alt sind.`,
  },
  'jumped-since': {
    seen: jump,
    refused: ({ currency, into, from, to }) =>
      sentence`Der Kurs von ${currency} ist seit der Entscheidung von ${amountIn(into, from)} auf ${amountIn(into, to)} gegangen, um mehr als ${MAX_PRICE_JUMP_PERCENT} %.`,
  },
  'no-amount': {
    seen: ({ value, in: into, price }) =>
      sentence`${amountIn(into, value)} zu ${numberPart(price)}`,
    refused: ({ currency, value, in: into, price }) =>
      sentence`Zu einem Kurs von ${numberPart(price)} lassen sich ${amountIn(into, value)} nicht in einen Betrag in ${currency} umrechnen.`,
  },
  'no-usable-price': {
    seen: ({ currency, into }) => `kein brauchbarer Kurs von ${currency} in ${into}`,
    refused: ({ currency, into }) => `Es gibt keinen brauchbaren Kurs von ${currency} in ${into}.`,
  },
  'counted-otherwise': {
    seen: () => 'anders gezählt',
    refused: () =>
      'Was zuletzt abgeflossen ist, lässt sich nicht zusammenzählen: Es ist in einer anderen Währung gezählt, oder es sind zu viele Beträge.',
  },
  'open-unpriced': {
    seen: (why) => `offene Auszahlungen in ${unpricedIn(why)} ohne Kurs`,
    refused: (why) =>
      `Auszahlungen in ${unpricedIn(why)} sind offen, und es gibt für sie keinen brauchbaren Kurs in ${why.into}.`,
  },
  'lane-unreadable': {
    seen: ({ currency }) => `offene Beträge in ${currency} nicht lesbar`,
    refused: ({ currency }) => `Die offenen Beträge in ${currency} können nicht gelesen werden.`,
  },
  'counts-unreadable': {
    seen: ({ counts }) => `was zählt (${counts}), nicht lesbar`,
    refused: countsUnreadable,
  },
};
