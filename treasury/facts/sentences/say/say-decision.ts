import type { RuleSchedule } from '../../schedule-facts.ts';
import type { DecisionFact } from '../../sweep-fact.ts';
import type { Language } from '../language.ts';
import { asText, type Sentence } from '../sentence.ts';
import { TEXTS } from './languages.ts';
import { refusalSentence } from './say-check.ts';
import { textOf } from './sayer.ts';

/** What was decided and why, as a finance person reads it. */
export function decisionSentence(decided: DecisionFact, language: Language = 'en'): Sentence {
  return TEXTS[language].decision(decided, (why) => refusalSentence(why, language));
}

export const sayDecision = textOf(decisionSentence);

/** When a rule runs, as a table shows it. */
export function saySchedule(plan: RuleSchedule, language: Language = 'en'): string {
  return asText(TEXTS[language].schedule(plan), { language });
}
