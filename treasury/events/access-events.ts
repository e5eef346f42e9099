import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** Somebody asked for what is not theirs to ask for. */
interface DenialData {
  readonly by: string;
  /** "POST /v1/trades" */
  readonly route: string;
  /** The problem's code. */
  readonly code: string;
  readonly requestId: string;
  /** Begin of the hour in which further ones are only counted. */
  readonly hour: Instant;
}

export interface AccessEvents {
  readonly 'com.sluice.access.denied': DenialData;
}

/** The first denial of a person on a route within an hour: a flood of them is no flood of events. */
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
