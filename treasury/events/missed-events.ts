import type { EndedUnsent } from '../ledger/missed-occurrences.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** Occurrences of a rule's schedule that the rule never carries out: not decided in time, or ended without anything having left. */
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
  /** The instruction that was made for it and from which nothing left; null: it was never decided in time. */
  readonly instructionId: string | null;
  readonly ended: EndedUnsent | null;
  /** The code of that end. */
  readonly reason: string | null;
}

export interface MissedEvents {
  readonly 'com.sluice.rule.missed': MissedData;
}

/** One event for each record of missed occurrences. */
export function missedEvent({ before, after }: MoveOf<'missed'>): EventBody | null {
  const { missed, ruleId, ruleVersion, currency, decidedAt, snapshot, ended = null } = after;
  if (before !== null) return null;
  return {
    type: 'com.sluice.rule.missed',
    subject: ruleId,
    time: decidedAt,
    write: `${ruleId}/${ended?.instructionId ?? snapshot}`,
    data: {
      ...{ ruleId, ruleVersion, currency, ...missed, snapshot },
      instructionId: ended?.instructionId ?? null,
      ended: ended?.state ?? null,
      reason: ended?.reason ?? null,
    },
  };
}
