import type { AnswerFact } from './answer-fact.ts';
import { seenIn } from './evidence.ts';
import type { AnomalyCause, Outcome, RepeatedAnswer, UnknownCause } from './outcome.ts';
import type { Reply } from './reply.ts';

/** The judgement on a complete answer. */
export type Judgement<Confirmation> =
  | { readonly state: 'confirmed'; readonly confirmation: Confirmation; readonly found?: never }
  | {
      readonly state: 'anomaly';
      readonly cause: AnomalyCause;
      readonly found: AnswerFact;
      readonly repeats?: RepeatedAnswer;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    }
  | {
      readonly state: 'unknown';
      readonly cause: UnknownCause;
      readonly found: AnswerFact;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    };

/** The outcome of one request. Only an answer is compared with the request. */
export function judgeReply<Said, Confirmation>(
  reply: Reply<Said>,
  judgeAnswer: (said: Said) => Judgement<Confirmation>,
): Outcome<Confirmation> {
  switch (reply.kind) {
    case 'answered': {
      const { found, ...judgement } = judgeAnswer(reply.said);
      return { ...judgement, ...seenIn(reply, found) };
    }
    case 'refused':
      return { state: 'rejected', status: reply.status, ...seenIn(reply, undefined) };
    case 'not-sent':
      return { state: 'not-sent', cause: reply.cause, ...seenIn(reply, reply.found) };
    case 'unclear':
      return { state: 'unknown', cause: reply.cause, ...seenIn(reply, reply.found) };
    default:
      return reply satisfies never;
  }
}
