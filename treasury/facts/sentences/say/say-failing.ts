import type { FailingFact } from '../../failing-fact.ts';
import { failingText as german } from '../de/failing.ts';
import { failingText as english } from '../en/failing.ts';
import type { Language } from '../language.ts';
import type { Sentence } from '../sentence.ts';
import { seenSentence } from './say-answer.ts';
import { refusalSentence } from './say-check.ts';
import { textOf } from './sayer.ts';

type Last = Pick<FailingFact, 'found' | 'came' | 'evidence' | 'why'>;

/** What the service said, or why the last was cancelled. */
function lastSentence({ why, ...seen }: Last, language: Language): Sentence {
  return why === undefined ? seenSentence(seen, language) : refusalSentence(why, language);
}

export const sayLastFailure = textOf(lastSentence);

const FAILING = { en: english, de: german };

/** What of a rule did not leave, and what became of the last. */
export function failingSentence(fact: FailingFact, language: Language): Sentence {
  return FAILING[language](fact, lastSentence(fact, language));
}

export const sayFailing = textOf(failingSentence);
