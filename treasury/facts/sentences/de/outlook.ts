import type { UsedRate } from '../../../policy/used-rate.ts';
import type { OutlookFact } from '../../outlook-facts.ts';
import type { SaidOf } from '../said.ts';
import { amountIn, joined, moment, type Sentence, sentence, written } from '../sentence.ts';
import { durationDative } from './duration.ts';

/** "manueller Kurs chf-2026 Version 2: 1 CHF = 1,13 USD". */
function ratesText(rates: readonly UsedRate[]): Sentence {
  const named = rates.map(
    ({ id, version, currency, rate, in: unit }) =>
      sentence`manueller Kurs ${id} Version ${version}: ${amountIn(currency, '1')} = ${amountIn(unit, rate)}`,
  );
  return joined(named, '; ');
}

type Of<Code extends OutlookFact['code']> = Extract<OutlookFact, { readonly code: Code }>;

/** After "der". */
function rangeText({ days, from, complete }: Of<'classes-move' | 'no-class-moved'>): Sentence {
  const cut = complete ? '' : ' (frühere Tage haben mehr Differenzen, als ein Aufruf liest)';
  return sentence`${days} Tage seit ${moment(from)}${cut}`;
}

export const OUTLOOK: SaidOf<OutlookFact> = {
  'read-at': ({ takenAt, ageSeconds }) =>
    sentence`Mit den Beständen, die am ${moment(takenAt)} gelesen wurden, vor ${durationDative(ageSeconds)}.`,
  'snapshots-go-on': () =>
    'Momentaufnahmen gehen in ihrem Rhythmus weiter, jede mit den Beständen der letzten, abzüglich dessen, was die Prognose abgeschöpft hat; die Kurse bleiben, wie sie sind.',
  'policy-stays': () =>
    'Regeln, Konten, Limits und Budgets bleiben, wie sie sind, mit dem, was bisher davon verbraucht ist. Was abgeschöpft wird, fließt sofort ab und ist sofort gebucht.',
  'blocked-stays': () =>
    'Eine Währung, die heute gesperrt ist, bleibt gesperrt. Was gerade gesendet wird, gilt als bestätigt; was freigegeben ist, fließt sofort ab.',
  'stops-end': () =>
    'Ein Halt und ein Probelauf gelten nicht als andauernd: Was sie aufhalten, ist als aufgehalten aufgeführt und in den Werten der Tage nicht enthalten.',
  'approved-at-once': () => 'Was eine Freigabe braucht, wird sofort freigegeben.',
  'never-approved': () =>
    'Was eine Freigabe braucht, bekommt sie nie: Es wartet, hält seine Regel auf und läuft ab.',
  'no-movements': () => 'Es gibt keine Einzahlung, kein Geschäft und keine Auszahlung von Hand.',
  'no-class-moved': (fact) =>
    sentence`Keine Bewegung der ${rangeText(fact)} hat eine Klasse, daher wird keine erwartet.`,
  'classes-move': (fact) =>
    sentence`Jede Klasse bewegt, was sie im Durchschnitt der ${rangeText(fact)} an einem Tag bewegt hat, jeweils um Mitternacht (${fact.timeZone}); ein erwarteter Abgang nimmt nicht mehr, als da ist. Wie verschieden die Tage waren, sagen der kleinste und der größte Betrag eines Tages: Keine Bewegung ist sicher.`,
  'rates-used': ({ rates }) =>
    sentence`Werte von Währungen ohne Kurs beruhen auf: ${ratesText(rates)}. Kein Limit und keine Freigabe richtet sich danach.`,
  'sends-at-most': ({ value, currency, rates }) =>
    sentence`Nach dem Regelwerk senden Regeln höchstens ${amountIn(currency, value)} in 24 Stunden${rates.length === 0 ? [] : sentence` (${ratesText(rates)})`}.`,
  'sends-unbounded': ({ labels }) => {
    const named = labels.map((label) => sentence`„${written(label)}“`);
    return sentence`Kein Limit des Regelwerks begrenzt, was Regeln in 24 Stunden senden; ohne Limit, oder ohne Kurs dafür: ${joined(named, ', ')}.`;
  },
};
