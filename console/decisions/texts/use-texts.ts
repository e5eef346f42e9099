import { useLanguage, useTextLanguage } from '../../display/language.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import { TEXTS } from './texts.ts';

/** What the console says of decisions, in the language of this part of the screen. */
export function useTexts(): DecisionTexts {
  return TEXTS[useTextLanguage()];
}

/** The same in the chosen language, for what is shown within `Translated`. */
export function useChosenTexts(): DecisionTexts {
  return TEXTS[useLanguage().language];
}
