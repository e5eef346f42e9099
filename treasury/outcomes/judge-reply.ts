import { evidenceOf } from './evidence.ts';
import type { AnomalyCause, Outcome, RepeatedAnswer, UnknownCause } from './outcome.ts';
import type { Reply } from './reply.ts';

/** The judgement on a complete answer. `message` goes before the evidence. */
export type Judgement<Confirmation> =
  | { readonly state: 'confirmed'; readonly confirmation: Confirmation; readonly message?: never }
  | {
      readonly state: 'anomaly';
      readonly cause: AnomalyCause;
      readonly message: string;
      readonly repeats?: RepeatedAnswer;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    }
  | {
      readonly state: 'unknown';
      readonly cause: UnknownCause;
      readonly message: string;
      readonly tradeId?: string;
      readonly withdrawalIds?: readonly string[];
    };

/** The outcome of one request. Only an answer is compared with the request. */
export function judgeReply<Said, Confirmation>(
  reply: Reply<Said>,
  judgeAnswer: (said: Said) => Judgement<Confirmation>,
): Outcome<Confirmation> {
  const evidence = evidenceOf(reply.serviceAnswer);
  switch (reply.kind) {
    case 'answered': {
      const { message, ...judgement } = judgeAnswer(reply.said);
      return { ...judgement, evidence: evidenceOf(reply.serviceAnswer, message) };
    }
    case 'refused':
      return { state: 'rejected', status: reply.status, evidence };
    case 'not-sent':
      return { state: 'not-sent', cause: reply.cause, evidence };
    case 'unclear':
      return { state: 'unknown', cause: reply.cause, evidence };
    default:
      return reply satisfies never;
  }
}
