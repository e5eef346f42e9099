import type { WhyBlockedFact } from '../../../instructions/why-blocked.ts';
import type { BesideLaneBlocks, LaneBlockTexts } from '../lane-block-texts.ts';
import { type Sentence, sentence } from '../sentence.ts';

/** What was seen of the request, and what else it holds: behind the first sentence. */
function seenText({ holder, others }: WhyBlockedFact, { outcome }: BesideLaneBlocks): Sentence {
  const said = holder === null ? null : outcome(holder);
  return sentence`${said === null ? [] : sentence` ${said}`}${together(others)}`;
}

function together(others: readonly string[]): string {
  return others.length === 0 ? '' : ` It holds ${others.join(' and ')} as well.`;
}

export const LANE_BLOCKS: LaneBlockTexts = {
  'being-sent': ({ instructionId, others }) => `${instructionId} is being sent.${together(others)}`,
  'refused-unproven': (fact, beside) =>
    sentence`The service refused ${fact.instructionId}; whether it acted all the same is not proven yet.${seenText(fact, beside)}`,
  'outcome-unknown': (fact, beside) =>
    sentence`What became of ${fact.instructionId} is not known; its amount stays reserved.${seenText(fact, beside)}`,
  'answered-otherwise': (fact, beside) =>
    sentence`The service answered ${fact.instructionId} with something else than was asked; everything is halted.${seenText(fact, beside)}`,
};
