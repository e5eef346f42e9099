import { GERMAN } from '../de/german.ts';
import { ENGLISH } from '../en/english.ts';
import type { Language } from '../language.ts';
import type { Texts } from '../texts.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN };
