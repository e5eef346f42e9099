import type { Content } from '../../treasury/instructions/instruction.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { ScriptedTreasury } from '../unit/statements/scripted-month.ts';

/* What is sent in a month of the made-up treasury. */

/** Longer than a reference of a bank: it goes through as its beginning and digits of its hash. */
const LONG = 'of-the-treasury-management-system-in-2024';

const COLD: Extract<Content, { kind: 'withdrawal' }> = {
  ...{ kind: 'withdrawal', currency: 'BTC', amount: '0.125' },
  ...{ withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01' },
  accountLabel: 'Cold storage & <more>',
  // One word for all: an importer that took it for a key would lose all but the first.
  reference: 'month-end',
};

/** Confirmed in this month; the service books it in the next one, where it is what moved BTC. */
export function lateBooking(treasury: ScriptedTreasury, index: number, at: Instant): void {
  const { currency, amount, withdrawalAccountId } = COLD;
  const id = `withdrawal-${index}-${LONG}`;
  const withdrawals = [{ id, currency, amount, withdrawalAccountId }];
  const confirmation = { kind: 'withdrawal', withdrawals } as const;
  treasury.sends(`late-${index}`, at, COLD, { state: 'confirmed', at, evidence: '', confirmation });
}

/** An eighth of a bitcoin sold in one fill, with a fee. */
export function soldBitcoin(treasury: ScriptedTreasury, index: number, at: Instant): void {
  const content: Content = {
    ...{ kind: 'trade', instrument: 'BTC/USD', side: 'sell' },
    ...{ price: '60000', amount: '0.125' },
  };
  const trade = {
    id: `fill-${index}`,
    fills: [{ price: '60001.5', amount: '0.125' }],
    executed: { base: '0.125', quote: '7500.1875' },
    fees: [{ currency: 'USD', amount: '7.5' }],
  };
  treasury.sends(`trade-${index}-${LONG}`, at, content, {
    ...{ state: 'confirmed', at: plusSeconds(at, 1), evidence: '' },
    confirmation: { kind: 'trade', trade, answer: '' },
  });
}

/** Pounds of one withdrawal that is never answered. */
export const UNANSWERED = '250.5';

/** Pounds whose withdrawal is still being sent, or was never answered, while the balances show it; two people settle it. */
export function withoutAnswer(
  treasury: ScriptedTreasury,
  index: number,
  claimedAt: Instant,
): (at: Instant) => void {
  const id = `unknown-${index}-${LONG}`;
  const content: Content = { ...COLD, currency: 'GBP', amount: UNANSWERED, accountLabel: 'Bank' };
  const claim = {
    ...{ instructionId: id, nonce: 'nonce', claimedAt, balanceBefore: '50000' },
    ...{ sendBy: plusSeconds(claimedAt, 10), quarantineUntil: plusSeconds(claimedAt, 430) },
  };
  const at = plusSeconds(claimedAt, 40);
  treasury.sends(
    id,
    claimedAt,
    content,
    index % 2 === 1
      ? { state: 'sending', at, claim }
      : { state: 'unknown', at, cause: 'timeout', evidence: 'no answer', claim },
  );
  return (at) =>
    treasury.sends(id, claimedAt, content, {
      ...{ state: 'confirmed', at, evidence: '' },
      confirmation: { kind: 'settled', by: ['ann', 'ben'], comment: 'row 3 of the statement' },
    });
}
