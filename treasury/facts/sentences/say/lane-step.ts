import type { LaneStep } from '../../lane-step.ts';
import type { StopNext } from '../../stopped-lane.ts';
import { LANE_STEP as GERMAN } from '../de/lane-step.ts';
import { LANE_STEP as ENGLISH } from '../en/lane-step.ts';
import type {
  LaneActions,
  LaneStepTexts,
  UnbookedFact,
  UnbookedNextFact,
} from '../lane-step-texts.ts';
import type { Language } from '../language.ts';
import { saidBeside, saidOf } from '../said.ts';
import { joined, type Sentence } from '../sentence.ts';

const TEXTS: Readonly<Record<Language, LaneStepTexts>> = { en: ENGLISH, de: GERMAN };

/** What frees a blocked currency next. */
export function laneStepSentence(
  step: LaneStep,
  actions?: LaneActions,
  language: Language = 'en',
): Sentence {
  return saidBeside(TEXTS[language].steps, step, actions);
}

/** What frees a currency of which nothing leaves though no request blocks it. */
export function stopNextSentence(
  next: StopNext,
  actions?: LaneActions,
  language: Language = 'en',
): Sentence {
  return saidBeside(TEXTS[language].stopped, next, actions);
}

/** What of an unbooked amount has one reason; until when it is in doubt, where only a doubt is left. */
export interface UnbookedReason {
  readonly part: UnbookedFact['code'];
  readonly amount: string;
  readonly until: string | null;
}

export function unbookedSentence(
  { part, amount, until }: UnbookedReason,
  currency: string,
  language: Language = 'en',
): Sentence {
  const fact = { code: part, amount, currency, until } as UnbookedFact;
  return saidOf(TEXTS[language].unbooked, fact);
}

interface UnbookedLane {
  readonly parts: readonly UnbookedReason[];
  /** The part that is past the booking bound; null if there is none. */
  readonly overdue: string | null;
}

/** Why an amount is held back: the sentence of each part. */
export function unbookedWhy(
  { parts }: Pick<UnbookedLane, 'parts'>,
  currency: string,
  language: Language = 'en',
): Sentence {
  return joined(
    parts.map((part) => unbookedSentence(part, currency, language)),
    ' ',
  );
}

/** What frees an amount that is held back. */
export function unbookedNext(
  { parts, overdue }: UnbookedLane,
  currency: string,
  actions?: LaneActions,
  language: Language = 'en',
): Sentence {
  const waiting = parts.some(({ until }) => until === null) ? 'wait-for-fall' : 'wait-alone';
  const fact: UnbookedNextFact =
    overdue === null ? { code: waiting } : { code: 'look-up', currency };
  return saidBeside(TEXTS[language].next, fact, actions);
}
