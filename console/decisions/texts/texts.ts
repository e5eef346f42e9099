import type { Language } from '../../../treasury/facts/sentences/language.ts';
import { useLanguage } from '../../display/language.tsx';
import { GERMAN } from './de.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import { ENGLISH } from './en.tsx';

export const TEXTS: Readonly<Record<Language, DecisionTexts>> = { en: ENGLISH, de: GERMAN };

/** What the console says of decisions, in the chosen language. */
export function useTexts(): DecisionTexts {
  return TEXTS[useLanguage().language];
}
