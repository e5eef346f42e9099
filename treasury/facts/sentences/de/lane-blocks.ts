import type { WhyBlockedFact } from '../../../instructions/why-blocked.ts';
import type { BesideLaneBlocks, LaneBlockTexts } from '../lane-block-texts.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { listed } from './wording.ts';

/** What was seen of the request, and what else it holds: behind the first sentence. */
function seenText({ holder, others }: WhyBlockedFact, { outcome }: BesideLaneBlocks): Sentence {
  const said = holder === null ? null : outcome(holder);
  return sentence`${said === null ? [] : sentence` ${said}`}${together(others)}`;
}

function together(others: readonly string[]): string {
  return others.length === 0 ? '' : ` Der Auftrag belegt auch ${listed(others)}.`;
}

export const LANE_BLOCKS: LaneBlockTexts = {
  'being-sent': ({ instructionId, others }) =>
    `${instructionId} wird gerade gesendet.${together(others)}`,
  'refused-unproven': (fact, beside) =>
    sentence`Der Dienst hat ${fact.instructionId} abgelehnt; ob er den Auftrag trotzdem ausgeführt hat, ist noch nicht bewiesen.${seenText(fact, beside)}`,
  'outcome-unknown': (fact, beside) =>
    sentence`Was aus ${fact.instructionId} wurde, ist nicht bekannt; der Betrag bleibt vorgemerkt.${seenText(fact, beside)}`,
  'answered-otherwise': (fact, beside) =>
    sentence`Der Dienst hat ${fact.instructionId} anders beantwortet als angefragt; alles ist angehalten.${seenText(fact, beside)}`,
};
