import type { HistoryEntry, InstructionStatus } from '../../../instructions/instruction.ts';
import type { ShownCancellation, ShownEntry } from '../../../instructions/shown-instruction.ts';
import type { Language, Reader } from '../language.ts';
import { sayActor } from './say-actor.ts';
import { sayRefusal } from './say-check.ts';
import { sayHistory } from './say-history.ts';
import { showChecks } from './show-decision.ts';

export function showHistory(
  history: readonly HistoryEntry[],
  reader: Language | Reader = 'en',
): readonly ShownEntry[] {
  return history.map(({ fact, ...line }) => {
    const by = peopleIn(fact);
    const message = sayHistory(fact, reader);
    return { ...line, message, ...(by !== null && { by }), ...askedIn(fact) };
  });
}

function peopleIn(fact: HistoryEntry['fact']): readonly string[] | null {
  switch (fact.code) {
    case 'approved':
      return fact.by.map((each) => sayActor(each));
    case 'settlement-proposed':
    case 'settlement-withdrawn':
    case 'settlement-lapsed':
      return [fact.by];
    default:
      return null;
  }
}

/** What was said of a request, apart from who asked. */
function askedIn(fact: HistoryEntry['fact']): Pick<ShownEntry, 'comment' | 'missed'> {
  if (fact.code !== 'requested') return {};
  const { comment, missed } = fact;
  return { ...(comment !== undefined && { comment }), ...(missed !== undefined && { missed }) };
}

type Cancelled = InstructionStatus & { readonly state: 'cancelled' };

export function showCancellation(
  { why, checks, ...status }: Cancelled,
  reader: Language | Reader = 'en',
): ShownCancellation {
  return {
    ...status,
    explanation: sayRefusal(why, reader),
    checks: showChecks(checks, reader),
  };
}
