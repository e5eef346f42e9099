import type { CheckCode, CheckFact, ShownCode } from '../../check-fact.ts';
import type { InstructionStop, StopFact } from '../../stop-fact.ts';
import { asReader, type Language, type Reader } from '../language.ts';
import type { Phrase } from '../said.ts';
import { asText, partsOf, type Sentence } from '../sentence.ts';
import { TEXTS } from './languages.ts';
import { textOf } from './sayer.ts';

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

export function sayCheck(fact: CheckFact, reader: Language | Reader = 'en'): Check<string> {
  const by = asReader(reader);
  const { seen, accepted } = checkSentences(fact, by.language);
  return { seen: asText(seen, by), accepted: asText(accepted, by) };
}

/** Why nothing is sent: one sentence with the numbers. */
export function refusalSentence(why: StopFact, language: Language = 'en'): Sentence {
  const { stops } = TEXTS[language];
  if (isInstructionStop(why))
    return partsOf((stops[why.code] as (why: InstructionStop) => Phrase)(why));
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

function isInstructionStop(why: StopFact): why is InstructionStop {
  return Object.hasOwn(TEXTS.en.stops, why.code);
}

export const sayRefusal = textOf(refusalSentence);
