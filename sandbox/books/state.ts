import * as z from 'zod';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { AT_ONCE, bookedPart, bookingMode } from '../booking/booking-mode.ts';
import { queuedFault } from '../faults/fault.ts';
import { journalEntry } from '../journal/journal-entry.ts';
import { CURRENCIES } from '../market/currencies.ts';
import { REFUSES_NOTHING, refusals } from '../service/refusals.ts';

/** Layout of the data file. A file of another version is refused, never guessed at. */
const BOOKS_VERSION = 1;

const instant = z.iso.datetime();

/** A withdrawal as the books hold it; its account and details are added when it is shown. */
export const storedWithdrawal = z.object({
  id: z.uuid(),
  /** Journal entry that asked for it. */
  seq: z.int(),
  accountId: z.uuid(),
  currency: z.string(),
  amount: decimalText,
  createdAt: instant,
  /** From this moment on it is processed, and processedAt is shown. */
  processedFrom: instant,
  /** Taken on top of the amount. */
  fee: z.exactOptional(decimalText),
  /** When the balances show it; absent: at once. */
  booking: z.array(bookedPart).exactOptional(),
  /** The deposit that is to come with its booking and hide it; absent once it came. */
  hidingDepositId: z.uuid().exactOptional(),
});
export type StoredWithdrawal = z.infer<typeof storedWithdrawal>;

export const storedTrade = z.object({
  id: z.uuid(),
  seq: z.int(),
  instrument: z.string(),
  /** As the client wrote it. */
  side: z.string(),
  price: decimalText,
  amount: decimalText,
  fills: z.array(z.object({ price: decimalText, amount: decimalText })),
  createdAt: instant,
  paid: z.object({ currency: z.string(), amount: decimalText }),
  received: z.object({ currency: z.string(), amount: decimalText }),
  /** As the answer names it; absent: filled. */
  state: z.string().exactOptional(),
  /** When the balances show it; absent: at once. */
  booking: z.object({ paid: z.array(bookedPart), received: z.array(bookedPart) }).exactOptional(),
});
export type StoredTrade = z.infer<typeof storedTrade>;

/** A deposit, or a debit that no request of the client caused. */
export const movement = z.object({
  id: z.uuid(),
  kind: z.enum(['deposit', 'debit']),
  origin: z.enum(['control', 'script', 'activity', 'booking']),
  currency: z.string(),
  amount: decimalText,
  at: instant,
});
export type Movement = z.infer<typeof movement>;

/** A request that is to be executed later than it was received. */
export const lateExecution = z.object({
  id: z.uuid(),
  seq: z.int(),
  endpoint: z.string(),
  body: z.string(),
  dueAt: instant,
});
export type LateExecution = z.infer<typeof lateExecution>;

const balance = z.object({ available: decimalText, held: decimalText });

/** The flows per currency since the books were opened: never dropped, so that sums can be checked. */
const flows = z.object({
  opened: decimalText,
  deposited: decimalText,
  debited: decimalText,
  withdrawn: decimalText,
  paid: decimalText,
  received: decimalText,
  fees: z._default(decimalText, '0'),
});
export type Flows = z.infer<typeof flows>;

/** Everything the sandbox knows, in a shape that is JSON as it is. */
export const booksState = z.object({
  version: z.literal(BOOKS_VERSION),
  seed: z.int(),
  openedAt: instant,
  balances: z.record(z.string(), balance),
  flows: z.record(z.string(), flows),
  withdrawals: z.array(storedWithdrawal),
  trades: z.array(storedTrade),
  movements: z.array(movement),
  journal: z.array(journalEntry),
  journalDropped: z.int(),
  /** Requests executed so far: what seeded choices are drawn by. */
  withdrawalRequests: z.int(),
  tradeRequests: z.int(),
  /** Digests of the tokens accepted since a rotation; null while there was none. */
  rotatedDigests: z.array(z.string()).nullable(),
  faults: z.array(queuedFault),
  late: z.array(lateExecution),
  /** The settings of executions from now on. */
  bookingMode: bookingMode.default(AT_ONCE),
  /** What is refused each time. */
  refusals: refusals.default(REFUSES_NOTHING),
});
export type BooksState = z.infer<typeof booksState>;

export function openingState(seed: number, now: number): BooksState {
  const state: BooksState = {
    version: BOOKS_VERSION,
    seed,
    openedAt: new Date(now).toISOString(),
    balances: {},
    flows: {},
    withdrawals: [],
    trades: [],
    movements: [],
    journal: [],
    journalDropped: 0,
    withdrawalRequests: 0,
    tradeRequests: 0,
    rotatedDigests: null,
    faults: [],
    late: [],
    bookingMode: AT_ONCE,
    refusals: REFUSES_NOTHING,
  };
  for (const { code, initialAvailable, initialHeld } of CURRENCIES) {
    state.balances[code] = { available: initialAvailable, held: initialHeld };
    state.flows[code] = noFlows(initialAvailable);
  }
  return state;
}

export function noFlows(opened = '0'): Flows {
  return {
    opened,
    deposited: '0',
    debited: '0',
    withdrawn: '0',
    paid: '0',
    received: '0',
    fees: '0',
  };
}
