import type { HaltedBy, NotSent } from '../../reasons.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';

export function notSent(why: NotSent): Sentence {
  switch (why.code) {
    case 'no-policy':
      return ['Es wurde noch kein Regelwerk in Kraft gesetzt; daher darf nichts gesendet werden.'];
    case 'newer-version':
      return [
        `Eine spätere Version von Sluice schreibt dieses Hauptbuch: Sein Format ist ${why.format}, und diese Version liest höchstens ${why.known}. Es wird nichts entschieden oder gesendet, bis jene Version wieder läuft.`,
      ];
    case 'halted':
      return sentence`${why.currency ?? 'Alles'} ist angehalten${byWhom(why.currency, why.halt)}.`;
    case 'dry-run':
      return [`${why.currency} ist im Probelauf; daher wird nichts gesendet.`];
    case 'never-armed':
      return [
        `${why.currency} wurde in diesem Hauptbuch noch nie scharf geschaltet; daher darf nichts gesendet werden.`,
      ];
    case 'armed-elsewhere':
      return [
        `${why.currency} wurde in einem anderen Hauptbuch scharf geschaltet (zum Beispiel in einer wiederhergestellten Kopie) und muss von Personen erneut scharf geschaltet werden.`,
      ];
    default:
      return why satisfies never;
  }
}

function byWhom(currency: string | null, halt: HaltedBy | null): Sentence {
  if (halt?.because === undefined) return [];
  const { by, at, comment } = halt.because;
  const everything = currency !== null && halt.everything ? ', wie alles andere auch,' : '';
  return sentence`${everything} durch ${written(by)} seit ${moment(at)}: ${written(comment)}`;
}
