import type { UnreadableWhy } from '../../../outcomes/unreadable.ts';
import { numberPart, type Sentence, sentence } from '../sentence.ts';
import { listed } from './wording.ts';

/** Within a sentence. */
export function unreadable(why: UnreadableWhy): Sentence {
  switch (why.code) {
    case 'not-text': {
      const found = why.found === 'null' ? 'null' : `vom Typ ${why.found}`;
      return [`${why.field ?? 'der Betrag'} ist ${found} und kein Text`];
    }
    case 'no-decimal':
      return [`${why.field ?? 'der Betrag'} ist Text, der keine Dezimalzahl ist`];
    case 'no-amount':
      return [`keines von ${why.names.join(', ')}`];
    case 'names-differ':
      return [`${why.field} widerspricht einem anderen von ${why.names.join(', ')}`];
    case 'more-available':
      return sentence`${numberPart(why.available)} verfügbar von ${numberPart(why.total)} insgesamt`;
    case 'negative-held':
      return sentence`${numberPart(why.held)} gesperrt, weniger als nichts`;
    case 'parts-differ':
      return sentence`${numberPart(why.available)} verfügbar und ${numberPart(why.held)} gesperrt ergeben nicht ${numberPart(why.total)} insgesamt`;
    case 'twice':
      return ['sie steht zweimal darin'];
    case 'case-alone':
      return [`${listed(why.spellings)} unterscheiden sich nur in der Groß- und Kleinschreibung`];
    case 'never-stated':
      return ['bisher hat keine Antwort sie angegeben'];
    default:
      return why satisfies never;
  }
}
