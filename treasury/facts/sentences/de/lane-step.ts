import type { LaneStep } from '../../lane-step.ts';
import type { LaneActions, LaneStepTexts } from '../lane-step-texts.ts';
import { amountIn, moment, type Sentence, sentence, written } from '../sentence.ts';
import { notSent } from './not-sent.ts';

type ToSettle = Extract<LaneStep, { readonly instructionId: string }>;

function agreed({ kind, instructionId, says }: ToSettle, actions?: LaneActions): Sentence {
  const way = by(actions?.settle(kind, instructionId));
  if (says === undefined) return sentence`Zwei Personen klären es, eine nach der anderen${way}.`;
  const not = says.executed ? '' : 'nicht ';
  return sentence`${written(says.by)} sagt, es wurde ${not}ausgeführt; eine zweite Person muss zustimmen${way}.`;
}

function notBefore({ notBefore: at }: ToSettle): Sentence {
  return at === undefined ? [] : sentence` „Nicht ausgeführt“ kann ab ${moment(at)} gesagt werden.`;
}

function by(way: string | undefined): string {
  return way === undefined ? '' : `: ${way}`;
}

export const LANE_STEP: LaneStepTexts = {
  steps: {
    'wait-for-outcome': ({ until }) =>
      sentence`Warten. Ist bis ${moment(until)} kein Ausgang festgehalten, gilt er als unbekannt.`,
    'wait-for-balance': ({ until }) =>
      sentence`Warten bis ${moment(until)}: Ein danach gelesener Bestand ohne ungeklärten Abgang gibt die Währung frei.`,
    'settle-rejected': (step, actions) =>
      sentence`Der nächste Bestand ohne ungeklärten Abgang seit dem Senden gibt die Währung frei. Gab es einen: ${agreed(step, actions)}`,
    'settle-unknown': (step, actions) =>
      sentence`Sehen Sie beim Dienst nach. ${agreed(step, actions)}${notBefore(step)}`,
    'settle-anomaly': (step, actions) =>
      sentence`Vergleichen Sie beim Dienst, was angefragt und was geantwortet wurde. ${agreed(step, actions)}${notBefore(step)} Danach beenden zwei Personen den Halt.`,
    rearm: ({ currency }, actions) =>
      sentence`${notSent({ code: 'armed-elsewhere', currency })} Vergleichen Sie mit den Aufzeichnungen des Dienstes; klären Sie dies; dann schalten zwei Personen scharf, was frei ist${by(actions?.rearm())}.`,
  },
  stopped: {
    arm: (_, actions) =>
      `Vergleichen Sie mit den Aufzeichnungen des Dienstes; dann schalten zwei Personen die Währung scharf${by(actions?.rearm())}.`,
    repair: () => 'Ihr Eintrag in der Tabelle ist zu berichtigen: docs/operations.md sagt wie.',
    'end-halt': (_, actions) => `Zwei Personen beenden den Halt${by(actions?.resume())}.`,
  },
  unbooked: {
    claimed: ({ amount, currency }) =>
      sentence`${amountIn(currency, amount)} wurden gesendet, und kein seither gelesener Bestand zeigt den Abgang; der Betrag bleibt vorgemerkt, und nur er.`,
    'fee-of-claimed': ({ amount, currency }) =>
      sentence`${amountIn(currency, amount)} der gesehenen Abgänge können Gebühren gewesen sein; ebenso viel vom Gesendeten kann noch abfließen.`,
    contradicted: ({ amount, currency, until }) =>
      sentence`Ein Bestand zeigte einen Abgang von ${amountIn(currency, amount)}, und ein späterer zeigt den Betrag wieder: Er bleibt vorgemerkt, längstens bis ${moment(until)}.`,
    rise: ({ amount, currency, until }) =>
      sentence`Ein Bestand zeigte einen Abgang von ${amountIn(currency, amount)}, und bald darauf stieg der Bestand um einen anderen Betrag: Der Abgang bleibt vorgemerkt, längstens bis ${moment(until)}.`,
    fee: ({ amount, currency, until }) =>
      sentence`${amountIn(currency, amount)} eines gesehenen Abgangs können eine Gebühr gewesen sein; ebenso viel kann noch abfließen: Der Betrag bleibt vorgemerkt, längstens bis ${moment(until)}.`,
  },
  next: {
    'wait-for-fall': () =>
      'Warten: Der nächste Bestand, der einen Abgang zeigt, gibt frei, was gesendet wurde.',
    'wait-alone': () => 'Warten: Der Betrag wird von selbst frei.',
    'look-up': ({ currency }, actions) => {
      const ways =
        actions === undefined
          ? ''
          : `: ${actions.readUnbooked(currency)} zeigt was; ${actions.concludeUnbooked(currency)}`;
      return `Sehen Sie es in den Aufzeichnungen des Dienstes nach. Zwei Personen stellen es fest, eine nach der anderen${ways}.`;
    },
  },
};
