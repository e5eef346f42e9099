import type { NotSent } from '../../reasons.ts';
import { notSent as german } from '../de/not-sent.ts';
import { notSent as english } from '../en/not-sent.ts';
import type { Language } from '../language.ts';
import type { Sentence } from '../sentence.ts';
import { textOf } from './sayer.ts';

/** Apart from the texts of decisions: each screen of the console says this. */
const NOT_SENT: Readonly<Record<Language, (why: NotSent) => Sentence>> = {
  en: english,
  de: german,
};

/** One sentence, as a person reads it: the same of a decision, a withdrawal, a trade and a lane. */
export function notSent(why: NotSent, language: Language = 'en'): Sentence {
  return NOT_SENT[language](why);
}

export const sayNotSent = textOf(notSent);
