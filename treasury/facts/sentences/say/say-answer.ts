import type { Evidence } from '../../../instructions/evidence.ts';
import { approvers } from '../../../instructions/history.ts';
import type { InstructionStatus } from '../../../instructions/instruction.ts';
import type { WithOutcome } from '../../../instructions/why-blocked.ts';
import type { AnswerFact, Came, StatedFact } from '../../../outcomes/answer-fact.ts';
import type { Seen } from '../../../outcomes/outcome.ts';
import type { AnswerTexts } from '../answer-texts.ts';
import { ANSWERS as GERMAN } from '../de/answers.ts';
import { ANSWERS as ENGLISH } from '../en/answers.ts';
import { asReader, type Language, type Reader } from '../language.ts';
import { saidBeside, saidOf } from '../said.ts';
import { asText, joined, type Sentence, written } from '../sentence.ts';
import { sayActor } from './say-actor.ts';
import { evidenceSentence } from './say-evidence.ts';
import { unansweredSentence } from './say-unanswered.ts';
import { textOf } from './sayer.ts';

const ANSWERS: Readonly<Record<Language, AnswerTexts>> = { en: ENGLISH, de: GERMAN };

/** What Sluice finds in an answer, as a clause. */
export function foundSentence(fact: AnswerFact, language: Language = 'en'): Sentence {
  return fact.code === 'stated'
    ? answerThatSentence(fact.stated, language)
    : saidOf(ANSWERS[language].found, fact);
}

export const sayFound = textOf(foundSentence);

/** What an answer says of its own outcome, as the end of a clause: "that denies its success". */
export function statedSentence(fact: StatedFact, language: Language): Sentence {
  return saidOf(ANSWERS[language].stated, fact);
}

/** The same as a whole: an answer that denies its success. */
export function answerThatSentence(fact: StatedFact, language: Language): Sentence {
  return ANSWERS[language].answerThat(statedSentence(fact, language));
}

/** What was seen of a request: what Sluice finds in the answer, and the answer itself. */
export function seenSentence({ found, came, evidence = '' }: Seen, language: Language): Sentence {
  const answer = came === undefined ? [evidence] : cameSentence(came, evidence, language);
  const said = [found === undefined ? [] : foundSentence(found, language), answer];
  return joined(
    said.filter((each) => asText(each) !== ''),
    '; ',
  );
}

function cameSentence(came: Came, evidence: string, language: Language): Sentence {
  const { came: said, nothing } = ANSWERS[language];
  const beside =
    came.code === 'answered'
      ? [written(evidence || nothing)]
      : unansweredSentence(came.why, language);
  return saidBeside(said, came, beside);
}

export const saySeen = textOf(seenSentence);

/** What was seen of the request of an instruction, or who or what settled it; null in states without an outcome. */
export function outcomeSentence(
  { status, evidence }: WithOutcome,
  language: Language,
): Sentence | null {
  switch (status.state) {
    case 'confirmed': {
      const { confirmation } = status;
      if (confirmation.kind === 'evidence') return evidenceSettled(evidence, language);
      if (confirmation.kind !== 'settled') return seenSentence(status, language);
      return ANSWERS[language].settledBy(confirmation.by);
    }
    case 'unknown':
    case 'anomaly':
    case 'rejected':
    case 'not-sent':
      return seenSentence(status, language);
    default:
      return null;
  }
}

export function sayOutcome(holder: WithOutcome, reader: Language | Reader = 'en'): string | null {
  const by = asReader(reader);
  const said = outcomeSentence(holder, by.language);
  return said === null ? null : asText(said, by);
}

/** A status as readers get it: what was seen of the request, and why no people settled it, in words. */
export function showOutcome(
  status: InstructionStatus,
  balances: Evidence | undefined,
  reader: Language | Reader = 'en',
) {
  switch (status.state) {
    case 'released': {
      const by = asReader(reader);
      const { comment = asText(evidenceSettled(balances, by.language), by) } = status;
      return { ...status, comment };
    }
    case 'confirmed': {
      const { found: _, came: __, confirmation, ...rest } = status;
      const evidence = sayOutcome({ status, evidence: balances }, reader) ?? '';
      const said = confirmation.kind === 'evidence' ? { comment: evidence } : {};
      return { ...rest, confirmation: { ...confirmation, ...said }, evidence };
    }
    case 'unknown':
    case 'anomaly':
    case 'rejected':
    case 'not-sent': {
      const { found: _, came: __, ...rest } = status;
      return { ...rest, evidence: saySeen(status, reader) };
    }
    case 'approved': {
      // The same in each language, as lists and events name them.
      const by = approvers(status).map((each) => sayActor(each));
      return { ...status, by: by.join(' and ') };
    }
    default:
      return status;
  }
}

/** Why no people were asked: what the balances say. */
function evidenceSettled(evidence: Evidence | undefined, language: Language): Sentence {
  const balances = evidence === undefined ? [] : evidenceSentence(evidence, language);
  return ANSWERS[language].settledByEvidence(balances);
}
