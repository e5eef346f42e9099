import type { AboutBreak, BreakKind, BreakOrigin, FactOfBreak } from '../../break-facts.ts';
import { type SaidOf, saidOf, type WithCode } from '../said.ts';
import {
  amountIn,
  joined,
  moment,
  numberPart,
  type Sentence,
  sentence,
  signedIn,
  written,
} from '../sentence.ts';

type Of<Code extends FactOfBreak['code']> = WithCode<FactOfBreak, Code>;

function originOf(about: AboutBreak, found: BreakOrigin): Sentence {
  return saidOf(BREAKS, { ...about, ...found });
}

export const KINDS: Readonly<Record<BreakKind, string>> = {
  deposit: 'Einzahlung',
  transfer: 'Umbuchung',
  fee: 'Gebühr',
  interest: 'Zinsen',
  correction: 'Korrektur des Dienstes',
  'foreign-debit': 'Abgang, den Sluice nicht verlangt hat',
  other: 'Sonstiges',
};

function unexplained(found: Of<'unexplained'>): Sentence {
  const { currency, from, to, opening, closing, movements, mayBe } = found;
  const known = movements.map(
    ({ amount, instructionId }) => sentence`${signedIn('', amount)} durch ${instructionId}`,
  );
  const worked = joined([numberPart(opening), ...known], ', ');
  const way = found.amount.startsWith('-') ? 'abgegangen' : 'eingegangen';
  const amount = numberPart(found.amount.replace('-', ''));
  const maybe =
    mayBe.length === 0
      ? ''
      : `; es kann ${mayBe.join(' oder ')} sein, mit noch unbekanntem Ausgang`;
  return sentence`${currency} von ${moment(from)} bis ${moment(to)}: ${worked}, gelesen ${numberPart(closing)}: ${amount} ungeklärt ${way}${maybe}`;
}

function accountedFor({ direction, how, instructionIds }: Of<'accounted-for'>): string {
  const ids = instructionIds.join(', ');
  if (direction === 'unbooked') {
    return how === 'settlement'
      ? 'zwei Personen haben festgestellt, was aus dem nicht gebuchten Betrag wurde'
      : 'ein späterer Bestand zeigt es';
  }
  if (how === 'settlement') return `inzwischen geklärt: ${ids} wurde ausgeführt und erklärt es`;
  return instructionIds.length > 0
    ? `inzwischen erklärt durch ${ids}`
    : 'eine verspätete Momentaufnahme zeigt hier nichts Ungeklärtes';
}

export const BREAKS: SaidOf<FactOfBreak> = {
  unbooked: ({ currency, amount, since }) =>
    sentence`${amountIn(currency, amount)}, gesendet seit ${moment(since)}, sind bestätigt, und kein Bestand zeigt sie: Der Betrag bleibt vorgemerkt, der Rest in ${currency} läuft weiter. Sehen Sie ihn in den Aufzeichnungen des Dienstes nach; zwei Personen stellen bei ${currency} fest, was daraus wurde`,
  unexplained,
  found: (fact) => originOf(fact, fact.found),
  'amount-changed': (fact) =>
    sentence`war ${amountIn(fact.currency, fact.was)}, ist ${numberPart(fact.found.amount)}: ${originOf(fact, fact.found)}`,
  'taken-over': ({ breakId, by, kind, comment }) =>
    sentence`eine verspätete Momentaufnahme zeigt ${breakId} hier; ${written(by)} nannte es ${KINDS[kind]}: ${written(comment)}`,
  matched: ({ kind, label, ruleId, version }) =>
    sentence`${KINDS[kind]}: ${written(label)} (Zuordnungsregel ${ruleId}, Version ${version})`,
  explained: ({ kind, comment }) => sentence`${KINDS[kind]}: ${written(comment)}`,
  commented: ({ comment }) => written(comment),
  'accounted-for': accountedFor,
};
