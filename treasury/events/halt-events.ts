import type { HaltCause, HaltState } from '../policy/halt-state.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** The current state of the kill switch; the comment is read from the API. */
interface HaltData {
  /** Of this halt or resumption: each has its own. */
  readonly generation: number;
  readonly mode: HaltState['mode'];
  /** Currencies that are halted by themselves. */
  readonly currencies: readonly string[];
  /** Null if a currency, not everything, is halted. */
  readonly haltedBy: string | null;
}

interface ResumedData extends HaltData {
  /** The two people who agreed. */
  readonly by: string;
  readonly approvedBy: string;
}

export interface HaltEvents {
  /** A person or Sluice itself halted, possibly although it was halted before. */
  readonly 'com.sluice.halt.halted': HaltData;
  /** Two people ended a halt of everything, or of a currency. */
  readonly 'com.sluice.halt.resumed': ResumedData;
}

/** One event for each generation; moving halts to the audit log is no event. */
export function haltEvent({ before, after, recordedAt }: MoveOf<'halt'>): EventBody | null {
  const { generation, mode, because, currencies, resumed } = after;
  if (before?.generation === generation) return null;
  const data = {
    generation,
    mode,
    currencies: Object.keys(currencies).sort(),
    haltedBy: because?.by ?? null,
  };
  const common = { subject: 'halt', write: `${generation}` } as const;
  if (resumed !== undefined && resumed.next === generation) {
    const { by, approvedBy, at } = resumed;
    const both = { ...data, by, approvedBy };
    return { type: 'com.sluice.halt.resumed', ...common, time: at, data: both };
  }
  return { type: 'com.sluice.halt.halted', ...common, time: lastHalt(after, recordedAt), data };
}

function lastHalt({ because, currencies }: HaltState, recordedAt: Instant): Instant {
  const causes: readonly HaltCause[] = [
    ...Object.values(currencies),
    ...(because ? [because] : []),
  ];
  return causes.reduce((last, { at }) => (at > last ? at : last), '') || recordedAt;
}
