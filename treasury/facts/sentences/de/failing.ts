import type { FailingFact } from '../../failing-fact.ts';
import { type Sentence, sentence, written } from '../sentence.ts';
import { causeText } from './causes.ts';

function lastText(outcome: FailingFact['outcome'], reason: string): string {
  switch (outcome) {
    case 'rejected':
      return 'der Dienst hat den letzten Auftrag abgelehnt';
    case 'not-sent':
      return `der letzte Auftrag erreichte den Dienst nicht (${causeText(reason)})`;
    case 'unknown':
      return 'was aus dem letzten Auftrag wurde, ist nicht bekannt';
    case 'anomaly':
      return 'der Dienst hat den letzten Auftrag anders beantwortet als angefragt';
    case 'cancelled':
      return `der letzte Auftrag wurde storniert, bevor er gesendet war (${causeText(reason)})`;
    default:
      return outcome satisfies never;
  }
}

/** `message`: what the service said of the last, or why it was cancelled. */
export function failingText(fact: FailingFact, message: Sentence): Sentence {
  const { ruleId, to, converts, failures, outcome, reason } = fact;
  const one = converts ? 'Das letzte Geschäft' : 'Die letzte Auszahlung';
  const several = converts ? 'Geschäfte' : 'Auszahlungen';
  const into = converts ? sentence`in ${written(to)}` : sentence`an „${written(to)}“`;
  const many =
    failures === 1
      ? sentence`${one} der Regel ${ruleId} ${into} ging nicht hinaus`
      : sentence`${failures} ${several} der Regel ${ruleId} ${into} in Folge gingen nicht hinaus`;
  return sentence`${many}; ${lastText(outcome, reason)}: ${message}`;
}
