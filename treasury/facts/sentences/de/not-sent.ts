import type { HaltTrigger } from '../../../policy/halt-state.ts';
import type { HaltedBy, NotSent } from '../../reasons.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';

export function notSent(why: NotSent): Sentence {
  switch (why.code) {
    case 'no-policy':
      return ['Es wurde noch kein Regelwerk in Kraft gesetzt; daher darf nichts gesendet werden.'];
    case 'newer-version':
      return [otherFormat(why)];
    case 'controls-unreadable':
      return [
        'Das Regelwerk kann nicht gelesen werden: Was abfließen darf, ist nicht bekannt; daher wird nichts entschieden, gesendet oder geändert.',
      ];
    case 'halted':
      return sentence`${why.currency ?? 'Alles'} ist angehalten${byWhom(why.currency, why.halt)}.`;
    case 'dry-run':
      return [`${why.currency ?? 'Alles'} ist im Probelauf; daher wird nichts gesendet.`];
    case 'never-armed':
      return [
        `${why.currency} wurde in diesem Hauptbuch noch nie scharf geschaltet; daher darf nichts gesendet werden.`,
      ];
    case 'armed-elsewhere':
      return [
        `${why.currency} wurde in einem anderen Hauptbuch scharf geschaltet (zum Beispiel in einer wiederhergestellten Kopie) und muss von Personen erneut scharf geschaltet werden.`,
      ];
    case 'lane-unreadable':
      return [
        `Der Eintrag von ${why.currency} kann nicht gelesen werden: In ${why.currency} wird nichts entschieden, gesendet oder zurückgegeben.`,
      ];
    default:
      return why satisfies never;
  }
}

function otherFormat({ format, known }: Extract<NotSent, { readonly code: 'newer-version' }>) {
  return format > known
    ? `Eine spätere Version von Sluice schreibt dieses Hauptbuch: Sein Format ist ${format}, und diese Version liest höchstens ${known}. Es wird nichts entschieden oder gesendet, bis jene Version wieder läuft.`
    : `Diese Version von Sluice ist neuer als das Hauptbuch: Sein Format ist ${format}, und diese Version liest mindestens ${known}. Es wird nichts entschieden oder gesendet, bis eine frühere Version das Format angehoben hat.`;
}

function byWhom(currency: string | null, halt: HaltedBy | null): Sentence {
  if (halt?.because === undefined) return [];
  const { by, at, comment = '', trigger } = halt.because;
  const why = trigger === undefined ? written(comment) : TRIGGERS[trigger];
  const everything = currency !== null && halt.everything ? ', wie alles andere auch,' : '';
  return sentence`${everything} durch ${written(by)} seit ${moment(at)}: ${why}`;
}

const TRIGGERS: Readonly<Record<HaltTrigger, string>> = {
  tampering: 'etwas anderes als Sluice hat in das Hauptbuch geschrieben',
  anomaly: 'der Dienst hat etwas anderes getan, als von ihm verlangt war',
  'contradicted-settlement': 'eine Antwort des Dienstes widerspricht dem, was festgestellt war',
};
