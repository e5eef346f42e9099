import type { FailingFact } from '../../failing-fact.ts';
import { type Sentence, sentence, written } from '../sentence.ts';

function lastText(outcome: FailingFact['outcome'], reason: string): string {
  switch (outcome) {
    case 'rejected':
      return 'the service refused the last';
    case 'not-sent':
      return `the last did not reach the service (${reason})`;
    case 'unknown':
      return 'what became of the last is not known';
    case 'anomaly':
      return 'the service answered the last with something else than was asked';
    case 'cancelled':
      return `the last was cancelled before it was sent (${reason})`;
    default:
      return outcome satisfies never;
  }
}

/** `message`: what the service said of the last, or why it was cancelled. */
export function failingText(fact: FailingFact, message: Sentence): Sentence {
  const { ruleId, to, converts, failures, outcome, reason } = fact;
  const noun = converts ? 'trade' : 'withdrawal';
  const into = converts ? sentence`into ${written(to)}` : sentence`to "${written(to)}"`;
  const many =
    failures === 1
      ? sentence`The last ${noun} of ${ruleId} ${into} did not leave`
      : sentence`${failures} ${noun}s of ${ruleId} ${into} in a row did not leave`;
  return sentence`${many}; ${lastText(outcome, reason)}: ${message}`;
}
