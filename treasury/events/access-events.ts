import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A caller asked for something that their roles do not allow. */
interface DenialData {
  readonly by: string;
  /** Its method and path. */
  readonly route: string;
  /** The problem's code. */
  readonly code: string;
  readonly requestId: string;
  /** Beginning of the hour in which further denials are only counted. */
  readonly hour: Instant;
}

export interface AccessEvents {
  readonly 'com.sluice.access.denied': DenialData;
}

/** The first denial of a person on a route within an hour: a flood of denials causes no flood of events. */
export function accessEvent({ before, after }: MoveOf<'denials'>): EventBody | null {
  if (before !== null) return null;
  const { by, route, code, requestId, hour, firstAt } = after;
  return {
    type: 'com.sluice.access.denied',
    subject: route,
    time: firstAt,
    write: `${hour}/${by}/${route}`,
    data: { by, route, code, requestId, hour },
  };
}
