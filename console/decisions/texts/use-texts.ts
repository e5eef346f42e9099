import { useLanguage } from '../../display/language.tsx';
import type { DecisionTexts } from './decision-texts.ts';
import { TEXTS } from './texts.ts';

/** What the console says of decisions, in the chosen language. */
export function useTexts(): DecisionTexts {
  return TEXTS[useLanguage().language];
}
