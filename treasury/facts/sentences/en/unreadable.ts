import type { UnreadableWhy } from '../../../outcomes/unreadable.ts';
import { numberPart, type Sentence, sentence } from '../sentence.ts';

/** Within a sentence. */
export function unreadable(why: UnreadableWhy): Sentence {
  switch (why.code) {
    case 'not-text': {
      const found = why.found === 'null' ? 'null' : `a ${why.found}`;
      return [
        why.field === undefined ? `${found}, not text` : `${why.field} is ${found}, not text`,
      ];
    }
    case 'no-decimal':
      return [`${why.field === undefined ? '' : `${why.field} is `}text that is no decimal`];
    case 'no-amount':
      return [`none of ${why.names.join(', ')}`];
    case 'names-differ':
      return [`${why.field} contradicts another of ${why.names.join(', ')}`];
    case 'more-available':
      return sentence`${numberPart(why.available)} available of ${numberPart(why.total)} in total`;
    case 'negative-held':
      return sentence`${numberPart(why.held)} held, which is less than nothing`;
    case 'parts-differ':
      return sentence`${numberPart(why.available)} available and ${numberPart(why.held)} held are not ${numberPart(why.total)} in total`;
    case 'twice':
      return ['it is there twice'];
    case 'case-alone':
      return [`${why.spellings.join(' and ')} differ by case alone`];
    case 'never-stated':
      return ['no answer has stated it so far'];
    default:
      return why satisfies never;
  }
}
