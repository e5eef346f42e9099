import type { ReadFailed } from '../../../outcomes/read-failed.ts';
import type { Missing, NotTaken } from '../../../snapshots/not-taken.ts';
import type { NotReadTexts } from '../answer-texts.ts';
import { NOT_READ as GERMAN } from '../de/not-read.ts';
import { NOT_READ as ENGLISH } from '../en/not-read.ts';
import type { Language } from '../language.ts';
import { saidBeside } from '../said.ts';
import type { Sentence } from '../sentence.ts';
import { foundSentence } from './say-answer.ts';
import { contentSentence } from './say-content.ts';
import { unansweredSentence } from './say-unanswered.ts';
import { textOf } from './sayer.ts';

const NOT_READ: Readonly<Record<Language, NotReadTexts>> = { en: ENGLISH, de: GERMAN };

function failedSentence(failed: ReadFailed, language: Language): Sentence {
  const { fault, after } = NOT_READ[language];
  return [...saidBeside(fault, failed.why, withinFault(failed.why, language)), ...after(failed)];
}

function withinFault(fault: ReadFailed['why'], language: Language): Sentence {
  switch (fault.code) {
    case 'without-token':
    case 'unanswered':
      return unansweredSentence(fault.why, language);
    case 'unread':
      return foundSentence(fault.found, language);
    case 'not-understood':
      return contentSentence(fault.found, language);
    default:
      return [];
  }
}

function notTakenSentence(why: NotTaken, language: Language): Sentence {
  const failed = why.code === 'not-read' ? failedSentence(why.failed, language) : [];
  return saidBeside(NOT_READ[language].notTaken, why, failed);
}

/** Why the service could not be read. */
export const sayReadFailed = textOf(failedSentence);

/** Why there is no snapshot of a tick. */
export const sayNotTaken = textOf(notTakenSentence);

/** Why it has no prices, after the code. */
export const sayPricesMissing = textOf(({ code, why }: Missing, language) => {
  const said =
    why.code === 'too-large' ? NOT_READ[language].tooLarge(why) : notTakenSentence(why, language);
  return [`${code}: `, ...said];
});
