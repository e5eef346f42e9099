import { SANDBOX_ACCOUNTS, type SandboxAccount } from './accounts/sandbox-accounts.ts';
import type { BookingMode } from './booking/booking-mode.ts';
import type { Flows, LateExecution, Movement } from './books/state.ts';
import type { QueuedFault } from './faults/fault.ts';
import { fingerprintOfDigest } from './journal/journal-entry.ts';
import type { Quotes } from './market/price-walk.ts';
import { balancesNow, type ShownBalance, trueBalances } from './service/balances.ts';
import { quotesNow, type Service } from './service/service.ts';
import { shownTrade } from './service/trades.ts';
import { type ShownWithdrawal, shownWithdrawal } from './service/withdrawals.ts';

/** The content of GET /control/state: everything but the journal and the tokens themselves. */
export interface SandboxState {
  readonly now: string;
  readonly openedAt: string;
  readonly seed: number;
  readonly prices: Quotes;
  /** As they are shown; `trueBalances` is what the books hold. */
  readonly balances: Readonly<Record<string, ShownBalance>>;
  readonly trueBalances: Readonly<Record<string, ShownBalance>>;
  readonly booking: BookingMode;
  /** opened + deposited - debited - withdrawn - fees - paid + received = available, per currency. */
  readonly flows: Readonly<Record<string, Flows>>;
  readonly accounts: readonly SandboxAccount[];
  /** Oldest first, each with the journal entry that asked for it; processedAt once it is due. */
  readonly withdrawals: readonly (ShownWithdrawal & { readonly seq: number })[];
  readonly trades: readonly Readonly<Record<string, unknown>>[];
  readonly movements: readonly Movement[];
  readonly faults: readonly QueuedFault[];
  readonly lateExecutions: readonly LateExecution[];
  readonly journalEntries: number;
  readonly tokenFingerprints: readonly string[];
}

export function sandboxState(service: Service, acceptedDigests: readonly string[]): SandboxState {
  const { state } = service.books;
  const now = service.clock();
  return structuredClone({
    now: new Date(now).toISOString(),
    openedAt: state.openedAt,
    seed: state.seed,
    prices: quotesNow(service),
    balances: balancesNow(service),
    trueBalances: trueBalances(service),
    booking: state.bookingMode,
    flows: state.flows,
    accounts: Object.values(SANDBOX_ACCOUNTS),
    withdrawals: state.withdrawals.map((stored) => ({
      ...shownWithdrawal(stored, now),
      seq: stored.seq,
    })),
    trades: state.trades.map((trade) => ({ ...shownTrade(trade), seq: trade.seq })),
    movements: state.movements,
    faults: state.faults,
    lateExecutions: state.late,
    journalEntries: state.journalDropped + state.journal.length,
    tokenFingerprints: acceptedDigests.map(fingerprintOfDigest),
  });
}
