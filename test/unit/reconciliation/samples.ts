import type {
  Content,
  Instruction,
  InstructionStatus,
} from '../../../treasury/instructions/instruction.ts';
import type { ClaimWindow } from '../../../treasury/ledger/claim-window.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { asked } from '../../samples/instructions.ts';
import { quotes, snapshotAt as snapshotOn, totals } from '../../samples/snapshots.ts';

export const START: Instant = '2026-01-05T09:00:00.000Z';

/** Seconds from the start. */
export function at(seconds: number): Instant {
  return plusSeconds(START, seconds);
}

/** A snapshot of a tick, read two seconds later unless told otherwise. */
export function snapshotAt(
  seconds: number,
  held: Readonly<Record<string, string>>,
  readAfter = 2,
  prices: Readonly<Record<string, string>> = {},
): SnapshotTaken {
  const change = { takenAt: at(seconds + readAfter) };
  return snapshotOn(at(seconds), totals(held), quotes(prices), change);
}

export function withdrawalOf(amount: string, currency = 'BTC'): Content {
  const accountLabel = 'Cold storage';
  return { kind: 'withdrawal', currency, amount, withdrawalAccountId: 'account', accountLabel };
}

/** Seconds of a claim's window in these samples: ten to send, and the bound for executing late. */
export const WINDOW_SECONDS = 190;

/** An instruction that was claimed at some second, and its window. */
export function claimed(
  id: string,
  content: Content,
  claimedSecond: number,
  status: InstructionStatus,
): { readonly window: ClaimWindow; readonly instruction: Instruction } {
  const claimedAt = at(claimedSecond);
  return {
    window: { instructionId: id, claimedAt, quarantineUntil: at(claimedSecond + WINDOW_SECONDS) },
    instruction: asked(id, content, claimedAt, status),
  };
}

export function confirmed(second: number): InstructionStatus {
  const confirmation = { kind: 'withdrawal', withdrawals: [] } as const;
  return { state: 'confirmed', at: at(second), confirmation, evidence: '' };
}

export function unknownOf(
  id: string,
  second: number,
): InstructionStatus & { readonly state: 'unknown' } {
  const claim = {
    instructionId: id,
    nonce: 'nonce',
    claimedAt: at(second),
    sendBy: at(second + 10),
    quarantineUntil: at(second + WINDOW_SECONDS),
    balanceBefore: '0',
  };
  return { state: 'unknown', at: at(second + 30), cause: 'timeout', evidence: '', claim };
}
