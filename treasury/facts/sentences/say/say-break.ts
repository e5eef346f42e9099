import type { AboutBreak, BreakFact, BreakOrigin, FactOfBreak } from '../../break-facts.ts';
import { BREAKS as GERMAN } from '../de/breaks.ts';
import { BREAKS as ENGLISH } from '../en/breaks.ts';
import { asReader, type Language, type Reader } from '../language.ts';
import { saidOf } from '../said.ts';
import { asText, type Sentence } from '../sentence.ts';

const BREAKS = { en: ENGLISH, de: GERMAN };

export function breakSentence(
  { currency, direction }: AboutBreak,
  fact: BreakOrigin | BreakFact,
  language: Language = 'en',
): Sentence {
  return saidOf<FactOfBreak>(BREAKS[language], { ...fact, currency, direction });
}

/** How the amount of a break came about, or what happened to it since: with the numbers. */
export function sayOfBreak(
  about: AboutBreak,
  fact: BreakOrigin | BreakFact,
  reader: Language | Reader = 'en',
): string {
  const by = asReader(reader);
  return asText(breakSentence(about, fact, by.language), by);
}
