import type { Activity } from './activity/activity.ts';
import type { BookingMode, BookingModeInput } from './booking/booking-mode.ts';
import type { MovementOutcome, MovementRequest } from './books/books.ts';
import type { FaultRuleInput, QueuedFault } from './faults/fault.ts';
import type { FaultScript } from './faults/fault-script.ts';
import type { JournalEntry } from './journal/journal-entry.ts';
import type { Quotes } from './market/price-walk.ts';
import type { ShownBalance } from './service/balances.ts';
import type { TokenAccess } from './service/credentials.ts';
import type { RateLimitOptions } from './service/rate-limit.ts';
import type { BalanceShape, SplitWithdrawals, TotalFalls } from './service/service.ts';
import type { TradeAnswers } from './service/trade-answers.ts';
import type { ShownWithdrawal } from './service/withdrawals.ts';
import type { SandboxState } from './state-view.ts';

export interface SandboxOptions {
  /** 0 takes any free port. @default 4401 */
  readonly port?: number;
  /** The sandbox listens on this machine only. @default '127.0.0.1' */
  readonly host?: '127.0.0.1';
  /** Seed of prices, splits and deposits. A data file keeps the seed it was made with. @default 1 */
  readonly seed?: number;
  /** The test client's token. @default SANDBOX_TEST_TOKEN */
  readonly token?: string;
  /** Further tokens of the same client; those with access `read` are refused posts with 403. */
  readonly tokens?: readonly (string | { readonly token: string; readonly access: TokenAccess })[];
  /** Milliseconds since 1970: what timestamps, prices and processing go by. @default Date.now */
  readonly clock?: () => number;
  /** File that keeps everything, so that it survives a killed process. Absent: in memory. */
  readonly dataFile?: string;
  /** Faults to queue and events to schedule at every start. */
  readonly faultScript?: FaultScript;
  /** Random deposits, so that sweeps keep having something to do. @default false */
  readonly activity?: boolean | Partial<Activity>;
  /** Answers are delayed by up to this, as the seed has it. @default 0 */
  readonly latencyMsMax?: number;
  /** @default 'objects' */
  readonly balanceShape?: BalanceShape;
  /** Whether one request becomes several withdrawals. @default 'sometimes' */
  readonly splitWithdrawals?: SplitWithdrawals;
  /** When a withdrawal leaves the total; the available balance falls at once. @default 'when-executed' */
  readonly totalFalls?: TotalFalls;
  /** How a trade is answered; what is executed stays the same. @default 'whole' */
  readonly tradeAnswers?: TradeAnswers;
  /** When the balances show what was executed; a data file keeps it. @default at once, on one machine */
  readonly booking?: BookingModeInput;
  /** @default 3000 at once, 500 per second */
  readonly rateLimit?: RateLimitOptions;
  /** Told in a line what happens without a request: deposits, late executions, events that fail. */
  readonly notice?: (line: string) => void;
}

export interface RunningSandbox {
  /** Base URL without a trailing slash: "http://127.0.0.1:4401". */
  readonly url: string;
  readonly port: number;
  /** The token given at the start, or the newest that `rotateToken` of this object set. */
  readonly token: string;
  readonly close: () => Promise<void>;
  /** Requests received, oldest first; `afterSeq` leaves out those up to it. */
  readonly journal: (afterSeq?: number) => readonly JournalEntry[];
  readonly state: () => SandboxState;
  /** As GET /v1/balances shows them, where its turn is not the replica's. */
  readonly balances: () => Readonly<Record<string, ShownBalance>>;
  /** The true balances of the books, whatever is shown: for tests and oracles, never for a client. */
  readonly trueBalances: () => Readonly<Record<string, ShownBalance>>;
  /** How executions from now on are booked; throws a TypeError for a mode that is not valid. */
  readonly setBooking: (mode: BookingModeInput) => BookingMode;
  readonly withdrawals: () => readonly ShownWithdrawal[];
  readonly prices: () => Quotes;
  readonly deposit: (request: MovementRequest) => MovementOutcome;
  readonly debit: (request: MovementRequest) => MovementOutcome;
  /** Replaces the accepted token and every further one; `keepPrevious` accepts the old ones too. */
  readonly rotateToken: (token: string, options?: { readonly keepPrevious?: boolean }) => void;
  /** Queues a fault; throws a TypeError for a rule that is not valid. */
  readonly queueFault: (rule: FaultRuleInput) => QueuedFault;
  /** How many rules wait; `state()` copies everything to say so. */
  readonly faultsWaiting: () => number;
  readonly clearFaults: () => number;
}
