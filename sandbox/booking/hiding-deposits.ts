import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Service } from '../service/service.ts';

/**
 * Lets the deposits arrive that come with the booking of a withdrawal and hide it. They are due at a
 * moment of the sandbox's clock and are looked for before anything asks for a balance.
 */
export function arriveHidingDeposits({ books, clock }: Pick<Service, 'books' | 'clock'>): void {
  const now = new Date(clock()).toISOString();
  const due = books.state.withdrawals.filter(
    ({ hidingDepositId, booking }) =>
      hidingDepositId !== undefined && (booking?.at(-1)?.availableFrom ?? '') <= now,
  );
  for (const { hidingDepositId: id, currency, amount, fee, booking } of due) {
    if (id === undefined) continue;
    const whole = formatDecimal(new Decimal(amount).plus(fee ?? 0));
    const at = booking?.at(-1)?.availableFrom ?? now;
    const movement = {
      id,
      kind: 'deposit',
      origin: 'booking',
      currency,
      amount: whole,
      at,
    } as const;
    books.record({ record: 'moved', movement });
  }
}
