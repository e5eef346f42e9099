import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** Occurrences of a rule's schedule that were not decided in time, and never will be by the rule. */
interface MissedData {
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly currency: string;
  readonly count: number;
  /** False if there are more than were counted. */
  readonly countedAll: boolean;
  readonly first: Instant;
  readonly last: Instant;
  /** Tick of the snapshot that was decided. */
  readonly snapshot: Instant;
}

export interface MissedEvents {
  readonly 'com.sluice.rule.missed': MissedData;
}

/** One event for each record of missed occurrences. */
export function missedEvent({ before, after }: MoveOf<'missed'>): EventBody | null {
  const { missed, ruleId, ruleVersion, currency, decidedAt, snapshot } = after;
  if (before !== null) return null;
  return {
    type: 'com.sluice.rule.missed',
    subject: ruleId,
    time: decidedAt,
    write: `${ruleId}/${snapshot}`,
    data: { ruleId, ruleVersion, currency, ...missed, snapshot },
  };
}
