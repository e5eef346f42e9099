import type { UnknownBound } from '../../unknown-bound.ts';
import type { Language } from '../language.ts';
import { ofPrices } from '../said.ts';
import { asPart, asText, partsOf } from '../sentence.ts';
import { TEXTS } from './languages.ts';

/** Why nothing that rests on a price can be told: one sentence. */
export function sayNoPrice(why: UnknownBound, language: Language = 'en'): string {
  return asText(partsOf(ofPrices(TEXTS[language].prices, why).refused), { language });
}

/** The same within another sentence. */
export function sayUnknown(why: UnknownBound, language: Language = 'en'): string {
  return asText(asPart(ofPrices(TEXTS[language].prices, why).refused), { language });
}
