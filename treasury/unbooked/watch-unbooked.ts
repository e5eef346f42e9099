import type { Lane } from '../instructions/lane.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import type { Break } from '../ledger/break.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { areUnreadable, type Controls } from '../policy/controls.ts';
import type { Instant } from '../time/instant.ts';
import { overdueIn } from './unbooked.ts';
import { closedUnbooked, unbookedBreak, unbookedBreakId } from './unbooked-break.ts';

export interface WatchUnbookedPorts {
  readonly ledger: Pick<Ledger, 'commit'>;
  /** Strongly consistent; null if there never was one. */
  readonly readBreak: (tenant: string, id: string) => Promise<Break | null>;
}

export interface UnbookedRound {
  readonly tenant: string;
  readonly lanes: readonly Lane[];
  readonly controls: Controls | null;
  /** Breaks that name unbooked amounts and are open; may be a second old. */
  readonly openBreaks: readonly Break[];
  readonly at: Instant;
}

/**
 * Names the amounts past the booking bound: opens a break of each currency, follows its amount, and closes it once
 * nothing of it is overdue any more. Nothing is blocked for it but the amount itself. If another writer was quicker,
 * the write is left to the next round.
 */
export async function watchUnbooked(
  ports: WatchUnbookedPorts,
  round: UnbookedRound,
): Promise<readonly Break[]> {
  const { tenant, lanes, controls, openBreaks, at } = round;
  // By when it should be booked is not known.
  if (areUnreadable(controls)) return [];
  const named = new Set<string>();
  const written: Break[] = [];
  const write = async (each: Break | null): Promise<void> => {
    if (each === null) return;
    const { ok } = await ports.ledger.commit(tenant, [{ kind: 'put-break', break: each }]);
    if (ok) written.push(each);
  };
  for (const lane of lanes) {
    const overdue = overdueIn(lane, controls, at);
    if (overdue === null) continue;
    const id = unbookedBreakId(lane.currency, overdue);
    named.add(id);
    await write(unbookedBreak(lane, overdue, await ports.readBreak(tenant, id), at));
  }
  for (const { id, currency } of openBreaks) {
    // What is still unbooked in a lane that cannot be read is not known.
    if (unreadableIn(lanes, [currency]) !== null) continue;
    const current = named.has(id) ? null : await ports.readBreak(tenant, id);
    if (current !== null) await write(closedUnbooked(current, 'shown', at));
  }
  return written;
}
