import { type Booking, claimUnbooked, NOTHING_UNBOOKED } from '../booking/booking.ts';
import { bookingTerms } from '../booking/booking-terms.ts';
import { readBalance } from '../booking/read-balance.ts';
import { expectedChange } from '../evidence/expected-change.ts';
import { asSent, type Instruction, type InstructionState } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { ClaimWindow } from '../ledger/claim-window.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Effects } from '../ports/effects.ts';
import type { FlowLedger } from '../reconciliation/ports.ts';
import { haltForTampering } from '../sealing/tampering.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import { provenReadings } from '../snapshots/trusted-readings.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { balanceOf } from '../valuation/balance.ts';

/**
 * Balances looked through for later bookings: three days of one every thirty seconds. With fewer than there are, less
 * is found booked, and more stays committed.
 */
const MAX_DERIVING_READINGS = 10_000;

export interface DeriveBookingsPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readInstruction' | 'commit'>;
  readonly flows: Pick<FlowLedger, 'claimsEnding'>;
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
  /** The key that readings are sealed with. */
  readonly reader: SealVerifier;
}

/** States of a request that may have taken, or may still take, its amount. */
const MAY_HAVE_LEFT: Readonly<Record<InstructionState, boolean>> = {
  sending: true,
  confirmed: true,
  unknown: true,
  rejected: true,
  anomaly: true,
  proposed: false,
  'awaiting-approval': false,
  approved: false,
  declined: false,
  expired: false,
  cancelled: false,
  'not-sent': false,
  released: false,
};

/**
 * Computes the unbooked amounts of lanes from before they were stored: everything claimed within the booking bound,
 * less the falls that the balances show since. Until it is written the lane blocks. True if it was written.
 */
export async function deriveBookings(ports: DeriveBookingsPorts, lane: Lane): Promise<boolean> {
  const { tenant, currency } = lane;
  const { controls } = await ports.ledger.readPolicy(tenant);
  const { boundSeconds } = bookingTerms(controls, currency);
  const now = ports.now();
  const since = plusSeconds(now, -boundSeconds);
  const claims = await ports.flows.claimsEnding(tenant, since, plusSeconds(now, boundSeconds));
  const taken = await takenBy(ports, tenant, claims);
  const from = [since, ...taken.map(({ claim }) => claim.claimedAt)].sort()[0] ?? since;
  const stored = await ports.snapshots.takenSince(tenant, from, MAX_DERIVING_READINGS);
  const proven = await provenReadings(ports.reader, tenant, stored);
  if (proven.kind === 'forged') {
    const subject = `bookings-${currency}`;
    await haltForTampering(ports.ledger, tenant, { subject, message: proven.message, at: now });
    return false;
  }
  // Without proof nothing is found booked, and more stays committed.
  const readings = proven.kind === 'trusted' ? proven.value : [];
  const booking = replayed(currency, taken, readings, controls);
  const derived = { ...lane, booking, version: lane.version + 1 };
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'replace-lane', lane: derived, from: lane.status.state },
  ]);
  return ok;
}

interface Taken {
  readonly claim: ClaimWindow;
  readonly instruction: Instruction;
}

async function takenBy(
  { ledger }: DeriveBookingsPorts,
  tenant: string,
  claims: readonly ClaimWindow[],
): Promise<readonly Taken[]> {
  const found: Taken[] = [];
  for (const claim of claims) {
    const instruction = await ledger.readInstruction(tenant, claim.instructionId);
    if (instruction === null || !MAY_HAVE_LEFT[instruction.status.state]) continue;
    found.push({ claim, instruction });
  }
  return found;
}

/** The same arithmetic as a lane does it, over the record: claims and balances in the order of their times. */
function replayed(
  currency: string,
  taken: readonly Taken[],
  readings: readonly BalancesTaken[],
  controls: Controls | null,
): Booking {
  const { boundSeconds } = bookingTerms(controls, currency);
  const claimed = taken.map(({ claim, instruction }) => ({
    at: claim.claimedAt,
    apply: (booking: Booking) => claimUnbooked(booking, entryOf(claim, instruction, currency)),
  }));
  const read = readings.flatMap(({ takenAt, balances }) => {
    const reading = balanceOf(balances, currency);
    if (reading.kind !== 'stated') return [];
    const apply = (booking: Booking) =>
      readBalance(booking, reading.balance, takenAt, boundSeconds);
    return [{ at: takenAt, apply }];
  });
  return [...claimed, ...read]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .reduce<Booking>((booking, { apply }) => apply(booking), NOTHING_UNBOOKED);
}

function entryOf(
  { claimedAt: at, instructionId }: ClaimWindow,
  instruction: Instruction,
  currency: string,
): { readonly instructionId: string; readonly amount: string; readonly at: Instant } {
  const change = decimalOf(expectedChange(asSent(instruction), currency));
  const amount = change.isNegative() ? formatDecimal(change.negated()) : '0';
  return { instructionId, amount, at };
}
