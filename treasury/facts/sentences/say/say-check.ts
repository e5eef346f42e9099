import type { CheckCode, CheckFact, RefusalFact, ShownCode } from '../../check-fact.ts';
import type { Language } from '../language.ts';
import type { Phrase } from '../said.ts';
import { asText, partsOf, type Sentence } from '../sentence.ts';
import { TEXTS } from './languages.ts';

type Say = (fact: CheckFact) => Phrase;

/** Each code has the texts of its own fact, which the table's type says and a lookup loses. */
type ByCode = Readonly<
  Record<Exclude<CheckCode, ShownCode>, Record<'seen' | 'accepted' | 'refused', Say>> &
    Record<ShownCode, Record<'seen' | 'accepted', Say>>
>;

function textsOf(language: Language): ByCode {
  return TEXTS[language].checks as unknown as ByCode;
}

interface Check<Text> {
  readonly seen: Text;
  readonly accepted: Text;
}

/** What was found and what is required, as a table shows them. */
export function checkSentences(fact: CheckFact, language: Language = 'en'): Check<Sentence> {
  const { seen, accepted } = textsOf(language)[fact.code];
  return { seen: partsOf(seen(fact)), accepted: partsOf(accepted(fact)) };
}

export function sayCheck(fact: CheckFact, language: Language = 'en'): Check<string> {
  const { seen, accepted } = checkSentences(fact, language);
  return { seen: asText(seen, { language }), accepted: asText(accepted, { language }) };
}

/** Why nothing is sent: one sentence with the numbers. */
export function refusalSentence(why: RefusalFact, language: Language = 'en'): Sentence {
  switch (why.code) {
    case 'nothing-divided':
      return TEXTS[language].nothingDivided(refusalSentence(why.by, language));
    case 'spoken-for':
      return TEXTS[language].spokenFor(why);
    case 'made-before':
      return TEXTS[language].madeBefore(why);
    case 'piece-unsealed':
      return TEXTS[language].pieceUnsealed(why);
    default:
      return partsOf(textsOf(language)[why.code].refused(why));
  }
}

export function sayRefusal(why: RefusalFact, language: Language = 'en'): string {
  return asText(refusalSentence(why, language), { language });
}
