import { asReader, type Language, type Reader } from '../language.ts';
import { type SaidOf, saidBeside, saidOf } from '../said.ts';
import { asText, type Sentence } from '../sentence.ts';

type Say<Fact> = (fact: Fact, reader?: Language | Reader) => string;

/** The text for its reader of what is a sentence in each language. */
export function textOf<Fact>(sentenceOf: (fact: Fact, language: Language) => Sentence): Say<Fact> {
  return (fact, reader = 'en') => {
    const by = asReader(reader);
    return asText(sentenceOf(fact, by.language), by);
  };
}

/** Says the facts of one theme, whose texts stand in the folder of each language, to a reader of any. */
export function sayer<Fact extends { readonly code: string }>(
  texts: Readonly<Record<Language, SaidOf<Fact>>>,
): Say<Fact> {
  return textOf((fact, language) => saidOf(texts[language], fact));
}

/** The same of texts that say facts of other themes within them. */
export function sayerBeside<Fact extends { readonly code: string }, Beside extends object>(
  texts: Readonly<Record<Language, SaidOf<Fact, Beside>>>,
  besideIn: (language: Language) => Beside,
): Say<Fact> {
  return textOf((fact, language) => saidBeside(texts[language], fact, besideIn(language)));
}
