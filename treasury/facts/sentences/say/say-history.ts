import type { HistoryFact } from '../../../instructions/history-fact.ts';
import type { Language } from '../language.ts';
import type { SaidOfHistory } from '../said.ts';
import { partsOf, type Sentence } from '../sentence.ts';
import { TEXTS } from './languages.ts';
import { actorPart } from './say-actor.ts';
import { refusalSentence } from './say-check.ts';
import { decisionSentence } from './say-decision.ts';
import { textOf } from './sayer.ts';

type Say = SaidOfHistory[HistoryFact['code']];

/** A line of an instruction's history. */
export function historySentence(fact: HistoryFact, language: Language = 'en'): Sentence {
  // Each code has the text of its own fact, which the table's type says and a lookup loses.
  const say = TEXTS[language].history[fact.code] as (
    fact: HistoryFact,
    said: Parameters<Say>[1],
  ) => ReturnType<Say>;
  return partsOf(
    say(fact, {
      stopped: (why) => refusalSentence(why, language),
      decided: (decision) => decisionSentence(decision, language),
      named: (actor) => actorPart(actor, language),
    }),
  );
}

export const sayHistory = textOf(historySentence);
