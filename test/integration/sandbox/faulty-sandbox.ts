import { expect } from 'vitest';
import { type FaultInput, SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { type Command, type Seen, send } from './wire.ts';

export const WITHDRAWAL = { withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id, amount: '0.5' };
export const TRADE = { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '0.5' };
/** Long enough for any answer that is coming, short enough to wait for those that are not. */
export const IMPATIENT_MS = 120;

/** A sandbox for each test, and withdrawals that meet its faults. */
export function faultySandbox() {
  const sandbox = sandboxForEachTest({ splitWithdrawals: 'never' });

  const withdraw = (change: Partial<Command> = {}) =>
    send(sandbox().url, { path: '/v1/withdrawals', body: WITHDRAWAL, ...change });

  /** One withdrawal that meets a fault, and what the journal says of it. */
  async function withdrawalMeets(
    fault: FaultInput,
    change: Partial<Command> = {},
  ): Promise<{ seen: Seen; executed: boolean }> {
    sandbox().queueFault({ on: 'POST /v1/withdrawals', fault });
    const before = sandbox().withdrawals().length;
    const seen = await withdraw(change);
    const entry = sandbox().journal().at(-1);
    expect(entry?.fault).toBe(fault.kind);
    expect(sandbox().withdrawals().length > before).toBe(entry?.executed);
    return { seen, executed: entry?.executed ?? false };
  }

  const answeredLast = () => sandbox().journal().at(-1)?.answered;
  return { sandbox, withdraw, withdrawalMeets, answeredLast };
}
