import type { TokenFault, Unanswered } from '../../../outcomes/unanswered.ts';
import type { UnansweredTexts } from '../answer-texts.ts';
import { UNANSWERED as GERMAN } from '../de/unanswered.ts';
import { UNANSWERED as ENGLISH } from '../en/unanswered.ts';
import type { Language } from '../language.ts';
import { saidBeside, saidOf } from '../said.ts';
import { asText, type Sentence } from '../sentence.ts';
import { textOf } from './sayer.ts';

const UNANSWERED: Readonly<Record<Language, UnansweredTexts>> = { en: ENGLISH, de: GERMAN };

/** Why a request has no answer, as a clause. */
export function unansweredSentence(why: Unanswered, language: Language): Sentence {
  const { token, unanswered } = UNANSWERED[language];
  const fault = why.code === 'secret-without-token' ? saidOf(token, why.fault) : [];
  return saidBeside(unanswered, why, fault);
}

export const sayUnanswered = textOf(unansweredSentence);

/** Why a text is no token, as a clause. */
export function sayTokenFault(fault: TokenFault): string {
  return asText(saidOf(ENGLISH.token, fault));
}
