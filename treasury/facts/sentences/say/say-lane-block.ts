import type { WhyBlockedFact } from '../../../instructions/why-blocked.ts';
import { LANE_BLOCKS as GERMAN } from '../de/lane-blocks.ts';
import { LANE_BLOCKS as ENGLISH } from '../en/lane-blocks.ts';
import type { BesideLaneBlocks } from '../lane-block-texts.ts';
import { outcomeSentence } from './say-answer.ts';
import { sayerBeside } from './sayer.ts';

/** Why a currency is not free. */
export const sayWhyBlocked = sayerBeside<WhyBlockedFact, BesideLaneBlocks>(
  { en: ENGLISH, de: GERMAN },
  (language) => ({ outcome: (holder) => outcomeSentence(holder, language) }),
);
