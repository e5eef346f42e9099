import * as z from 'zod';
import { bookingMode } from '../booking/booking-mode.ts';
import { queuedFault } from '../faults/fault.ts';
import { answered, journalEntry } from '../journal/journal-entry.ts';
import { refusals } from '../service/refusals.ts';
import { booksState, lateExecution, movement, storedTrade, storedWithdrawal } from './state.ts';

/**
 * Every change of the books is one of these, and one line of the data file. What belongs together
 * (money, its journal entry, the late execution it settles) is one record, so that a crash cannot
 * part it.
 */
export const bookRecord = z.discriminatedUnion('record', [
  z.object({ record: z.literal('checkpoint'), state: booksState }),
  z.object({ record: z.literal('received'), entry: journalEntry }),
  z.object({ record: z.literal('read'), seq: z.int(), body: z.string() }),
  z.object({ record: z.literal('answered'), seq: z.int(), answered }),
  z.object({
    record: z.literal('withdrawn'),
    seq: z.int(),
    at: z.iso.datetime(),
    withdrawals: z.array(storedWithdrawal),
    lateId: z.string().exactOptional(),
  }),
  z.object({
    record: z.literal('traded'),
    seq: z.int(),
    at: z.iso.datetime(),
    trade: storedTrade,
    lateId: z.string().exactOptional(),
  }),
  z.object({ record: z.literal('moved'), movement }),
  z.object({ record: z.literal('rotated'), digests: z.array(z.string()) }),
  z.object({ record: z.literal('fault-queued'), fault: queuedFault }),
  z.object({ record: z.literal('faults-cleared') }),
  z.object({
    record: z.literal('faults-advanced'),
    seq: z.int(),
    skipped: z.array(z.string()),
    fired: z.string().nullable(),
  }),
  z.object({ record: z.literal('late-scheduled'), late: lateExecution }),
  z.object({ record: z.literal('booking-set'), mode: bookingMode }),
  z.object({ record: z.literal('refusals-set'), refusals }),
  /** A late execution came due and the request was refused: nothing moved. */
  z.object({ record: z.literal('late-refused'), lateId: z.string() }),
]);
export type BookRecord = z.infer<typeof bookRecord>;

/** Records after which money has moved or a promise stands: written through to the disk. */
export function isWrittenThrough(record: BookRecord): boolean {
  switch (record.record) {
    case 'checkpoint':
    case 'withdrawn':
    case 'traded':
    case 'moved':
    case 'rotated':
    case 'late-scheduled':
    case 'late-refused':
      return true;
    case 'received':
    case 'read':
    case 'answered':
    case 'fault-queued':
    case 'faults-cleared':
    case 'faults-advanced':
    case 'booking-set':
    case 'refusals-set':
      return false;
    default:
      return record satisfies never;
  }
}
