import type { Language } from '../../../treasury/facts/sentences/language.ts';
import { GERMAN } from './de.ts';
import type { DecisionTexts } from './decision-texts.ts';
import { ENGLISH } from './en.ts';

export const TEXTS: Readonly<Record<Language, DecisionTexts>> = { en: ENGLISH, de: GERMAN };
