import * as z from 'zod';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { BOOKING_DELAY_MS_MAX, BOOKING_STEPS_MAX } from '../limits.ts';

const delayMs = z.int().min(0).max(BOOKING_DELAY_MS_MAX).default(0);

/**
 * When the balances show an executed request. The books change at once, always: this is about the result of GET
 * /v1/balances. It applies to executions after it is set; to the replica at once.
 */
export const bookingMode = z.strictObject({
  /** From the execution until the available balance shows all of it. */
  delayMs,
  /** Equal parts in which it shows, the last after `delayMs`. */
  steps: z.int().min(1).max(BOOKING_STEPS_MAX).default(1),
  /** The total shows each part so much later than the available balance does. */
  totalLagMs: delayMs,
  /** Every other answer comes from a replica that is so far behind; 0: there is none. */
  replicaLagMs: delayMs,
  /** Whether that replica shows deposits and debits at once all the same. */
  replicaShowsDeposits: z.boolean().default(false),
  /** With the booking of a withdrawal a deposit of the very amount arrives, so that no balance falls. */
  hiddenByDeposits: z.boolean().default(false),
  /** Taken on top of every withdrawal: a fixed amount per currency, and a part of the amount. */
  feeAbsolute: z.record(z.string(), decimalText).default({}),
  feePercent: z._default(decimalText, '0'),
});
export type BookingMode = z.output<typeof bookingMode>;
export type BookingModeInput = z.input<typeof bookingMode>;

export const AT_ONCE: BookingMode = bookingMode.parse({});

/** A part of what was executed, and the moments from which the balances show it. */
export const bookedPart = z.object({
  amount: decimalText,
  availableFrom: z.iso.datetime(),
  totalFrom: z.iso.datetime(),
});
export type BookedPart = z.infer<typeof bookedPart>;
