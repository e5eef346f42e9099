import type { BreakKind } from '../facts/break-facts.ts';
import {
  type Break,
  type CLOSINGS,
  explanationOf,
  type Severity,
  severityOf,
} from '../ledger/break.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A difference in the books that nothing accounts for; people's explanations are read with its id. */
interface BreakData {
  readonly breakId: string;
  readonly version: number;
  readonly currency: string;
  readonly direction: Break['direction'];
  /** Signed decimal text: incoming amounts are positive. */
  readonly amount: string;
  /** An alarm if money went out without Sluice. */
  readonly severity: Severity;
  /** Tick of the snapshot that shows it. */
  readonly snapshot: Instant;
  /** Requests of unknown outcome that would account for it. */
  readonly mayBe: readonly string[];
}

interface ExplainedBreakData extends BreakData {
  readonly kind: BreakKind;
  readonly by: string;
}

interface ClosedBreakData extends BreakData {
  readonly how: (typeof CLOSINGS)[number];
  /** Who explained it and who closed it; empty if later knowledge closed it. */
  readonly people: readonly string[];
  readonly instructionIds: readonly string[];
}

interface MatchedBreakData extends BreakData {
  readonly kind: BreakKind;
  readonly ruleId: string;
  readonly matchingRuleVersion: number;
  /** The name of the class. */
  readonly label: string;
}

export interface BreakEvents {
  readonly 'com.sluice.break.opened': BreakData;
  readonly 'com.sluice.break.matched': MatchedBreakData;
  readonly 'com.sluice.break.explained': ExplainedBreakData;
  readonly 'com.sluice.break.closed': ClosedBreakData;
}

/** One event for each new state of a difference, and for each new amount of an open one. */
export function breakEvent({ before, after }: MoveOf<'break'>): EventBody | null {
  const { id, version, status } = after;
  const isSaid = before?.status.state === status.state && before.status.at === status.at;
  if (isSaid && before.amount === after.amount) return null;
  const common = { subject: id, time: status.at, write: `${id}/${version}` };
  const data = dataOf(after);
  const explanation = explanationOf(after);
  switch (status.state) {
    case 'open':
      return { type: 'com.sluice.break.opened', ...common, data };
    case 'matched': {
      const { kind, ruleId, version: ruleVersion, label } = status.match;
      const rule = { ruleId: ruleId, matchingRuleVersion: ruleVersion, label };
      return { type: 'com.sluice.break.matched', ...common, data: { ...data, kind, ...rule } };
    }
    case 'explained': {
      const { by, kind } = status.explanation;
      return { type: 'com.sluice.break.explained', ...common, data: { ...data, kind, by } };
    }
    case 'closed': {
      const closer = status.how === 'by-people' ? [status.by] : [];
      const people = explanation === null ? [] : [...new Set([explanation.by, ...closer])];
      const instructionIds = status.how === 'by-people' ? [] : status.instructionIds;
      const closed = { ...data, how: status.how, people, instructionIds };
      return { type: 'com.sluice.break.closed', ...common, data: closed };
    }
    default:
      return status satisfies never;
  }
}

function dataOf(each: Break): BreakData {
  const { id, version, currency, direction, amount, snapshot, mayBe } = each;
  const severity = severityOf(each);
  return { breakId: id, version, currency, direction, amount, severity, snapshot, mayBe };
}
