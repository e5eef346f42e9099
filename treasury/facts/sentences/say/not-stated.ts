import type { Absent } from '../../../valuation/balance.ts';
import { notStated as german } from '../de/not-stated.ts';
import { notStated as english } from '../en/not-stated.ts';
import type { Language } from '../language.ts';
import { asText, type Sentence } from '../sentence.ts';

const NOT_STATED: Readonly<
  Record<Language, (currency: string, absent: Absent | null) => Sentence>
> = { en: english, de: german };

/** Why nothing is known of a currency now; `absent` is null if no answer has ever listed it. */
export function sayNotStated(
  currency: string,
  absent: Absent | null,
  language: Language = 'en',
): string {
  return asText(NOT_STATED[language](currency, absent), { language });
}
