import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { JOURNAL_ENTRIES_MAX, RECORDS_KEPT_MAX } from '../limits.ts';
import type { BookRecord } from './records.ts';
import { type BooksState, type Flows, type Movement, noFlows } from './state.ts';

/** A record that does not fit the books it is applied to: the file was changed by another hand. */
class BooksDefect extends Error {
  override readonly name = 'BooksDefect';
}

type RecordOf<Name extends BookRecord['record']> = Extract<BookRecord, { record: Name }>;

/** Applies one record. Live changes and the replay of a data file both go through here. */
export function applyRecord(state: BooksState, record: BookRecord): void {
  switch (record.record) {
    case 'checkpoint':
      throw new BooksDefect('a checkpoint begins a data file and stands nowhere else');
    case 'received':
      applyReceived(state, record.entry);
      return;
    case 'read':
      entryOf(state, record.seq, (entry) => {
        entry.body = record.body;
      });
      return;
    case 'answered':
      entryOf(state, record.seq, (entry) => {
        entry.answered = record.answered;
      });
      return;
    case 'withdrawn':
      applyWithdrawn(state, record);
      return;
    case 'traded':
      applyTraded(state, record);
      return;
    case 'moved':
      applyMoved(state, record.movement);
      return;
    case 'rotated':
      state.rotatedDigests = record.digests;
      return;
    case 'fault-queued':
      state.faults.push({ ...record.fault });
      return;
    case 'faults-cleared':
      state.faults = [];
      return;
    case 'faults-advanced':
      applyFaultsAdvanced(state, record);
      return;
    case 'late-scheduled':
      settleLate(state, record.late.id);
      state.late.push(record.late);
      return;
    case 'late-refused':
      settleLate(state, record.lateId);
      return;
    case 'refusals-set':
      state.refusals = record.refusals;
      break;
    case 'booking-set':
      state.bookingMode = record.mode;
      return;
    default:
      record satisfies never;
  }
}

function applyReceived(state: BooksState, entry: JournalEntry): void {
  state.journal.push({ ...entry });
  if (state.journal.length > JOURNAL_ENTRIES_MAX) {
    state.journal.shift();
    state.journalDropped += 1;
  }
}

function applyWithdrawn(state: BooksState, record: RecordOf<'withdrawn'>): void {
  for (const withdrawal of record.withdrawals) {
    move(state, withdrawal.currency, 'withdrawn', withdrawal.amount);
    if (withdrawal.fee !== undefined) move(state, withdrawal.currency, 'fees', withdrawal.fee);
    keep(state.withdrawals, withdrawal);
  }
  state.withdrawalRequests += 1;
  markExecuted(
    state,
    record.seq,
    record.at,
    record.withdrawals.map(({ id }) => id),
  );
  if (record.lateId !== undefined) settleLate(state, record.lateId);
}

function applyTraded(state: BooksState, record: RecordOf<'traded'>): void {
  const { trade } = record;
  move(state, trade.paid.currency, 'paid', trade.paid.amount);
  move(state, trade.received.currency, 'received', trade.received.amount);
  keep(state.trades, trade);
  state.tradeRequests += 1;
  markExecuted(state, record.seq, record.at, [trade.id]);
  if (record.lateId !== undefined) settleLate(state, record.lateId);
}

function applyMoved(state: BooksState, moved: Movement): void {
  move(state, moved.currency, moved.kind === 'deposit' ? 'deposited' : 'debited', moved.amount);
  keep(state.movements, moved);
  if (moved.origin !== 'booking') return;
  for (const withdrawal of state.withdrawals) {
    if (withdrawal.hidingDepositId === moved.id) delete withdrawal.hidingDepositId;
  }
}

function applyFaultsAdvanced(state: BooksState, record: RecordOf<'faults-advanced'>): void {
  for (const rule of state.faults) {
    if (record.skipped.includes(rule.id)) rule.after -= 1;
    if (record.fired !== rule.id) continue;
    rule.times -= 1;
    entryOf(state, record.seq, (entry) => {
      entry.fault = rule.fault.kind;
    });
  }
  state.faults = state.faults.filter((rule) => rule.times > 0);
}

/** The one place where a balance changes, together with the sum that explains it. */
function move(
  state: BooksState,
  currency: string,
  flow: Exclude<keyof Flows, 'opened'>,
  amount: string,
): void {
  state.balances[currency] ??= { available: '0', held: '0' };
  state.flows[currency] ??= noFlows();
  const balance = state.balances[currency];
  const flows = state.flows[currency];
  const signed = flow === 'deposited' || flow === 'received' ? amount : `-${amount}`;
  const available = new Decimal(balance.available).plus(signed);
  if (available.isNegative() && !available.isZero()) {
    throw new BooksDefect(`${currency} would be overdrawn`);
  }
  balance.available = formatDecimal(available);
  flows[flow] = formatDecimal(new Decimal(flows[flow]).plus(amount));
}

function markExecuted(state: BooksState, seq: number, at: string, effects: string[]): void {
  entryOf(state, seq, (entry) => {
    entry.executed = true;
    entry.executedAt = at;
    entry.effects = effects;
  });
}

/** An entry may have been dropped from a full journal; then there is nothing to update. */
function entryOf(state: BooksState, seq: number, change: (entry: JournalEntry) => void): void {
  const entry = state.journal[seq - 1 - state.journalDropped];
  if (entry !== undefined) change(entry);
}

function settleLate(state: BooksState, id: string): void {
  state.late = state.late.filter((late) => late.id !== id);
}

function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > RECORDS_KEPT_MAX) items.shift();
}
