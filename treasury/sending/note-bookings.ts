import { currenciesOf, type Instruction } from '../instructions/instruction.ts';
import { readingToKeep } from '../instructions/lane-reading.ts';
import { unreadFormat } from '../policy/ledger-format.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import type { SendingPorts } from './ports.ts';

/**
 * Seconds from the claim after which the balances are not read any more: the rest of the sender's time, after three
 * readings before the claim, belongs to recording the outcome.
 */
export const NOTE_BOOKINGS_WITHIN_SECONDS = 30;

/**
 * Reads the balances once, right after an outcome was recorded as executed: a service that books at once shows it
 * there, before a deposit hides it. One attempt; if it fails nothing changes, and the next snapshot says the same.
 */
export async function noteBookings(
  { ledger, service, now }: Pick<SendingPorts, 'ledger' | 'service' | 'now'>,
  { tenant, content }: Instruction,
  claimedAt: Instant,
): Promise<void> {
  if (secondsBetween(claimedAt, now()) > NOTE_BOOKINGS_WITHIN_SECONDS) return;
  try {
    const reading = await service.readBalances('one-attempt');
    if (!reading.ok) return;
    const { balances, readAt } = reading.value;
    const [lanes, { controls }] = await Promise.all([
      ledger.readLanes(tenant),
      ledger.readPolicy(tenant),
    ]);
    if (unreadFormat(controls) !== null) return;
    for (const lane of lanes) {
      if (!currenciesOf(content).includes(lane.currency)) continue;
      const kept = readingToKeep(lane, balances, readAt, controls);
      if (kept === null) continue;
      const change = { kind: 'replace-lane', lane: kept, from: lane.status.state } as const;
      await ledger.commit(tenant, [change]);
    }
  } catch {
    // The outcome is on record; the next balance says the same as this one would have.
  }
}
