import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { RISE_DOUBT_SECONDS } from '../../../treasury/booking/doubts.ts';
import { isClosed } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { sendWithdrawal } from '../../../treasury/outgoing/kinds/withdrawal.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { openedForFile } from '../../lifetimes/opened.ts';
import { accountOf } from '../../samples/policy.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { RULE, startTreasury, TENANT } from './treasury-under-test.ts';

const TICKS = 100;
/** Ten seconds of a processor; ten times that where others want it too. */
const SLOW_MS = 180_000;

const engine = engineForTests();
const treasury = openedForFile(
  () => startTreasury(engine()),
  (opened) => opened.stop(),
);

/** Two more rules beside the one on BTC, each with its account. */
async function addRules(): Promise<void> {
  const { ethWallet, usdcWallet } = SANDBOX_ACCOUNTS;
  const epoch = await treasury().ledger.epoch();
  for (const account of [ethWallet, usdcWallet].map(accountOf)) {
    const { id, currency } = account;
    const rule: SweepRule = {
      ...RULE,
      id: `${currency.toLowerCase()}-excess`,
      currency,
      withdrawalAccountId: id,
      threshold: '40',
      keep: '40',
      budgets: {},
    };
    const writes: LedgerWrite[] = [
      { kind: 'put-account', account },
      { kind: 'put-rule', rule },
    ];
    if (currency === 'USDC')
      writes.push({ kind: 'create-lane', lane: newLane(TENANT, 'USDC', epoch) });
    for (const write of writes) await treasury().ledger.commit(TENANT, [write]);
  }
}

describe('a hundred ticks with three rules', () => {
  it(
    'send each instruction with exactly one POST, however often each is delivered',
    async () => {
      await addRules();
      const ids = new Set<string>();
      for (let tick = 0; tick < TICKS; tick++) {
        // Something comes in, so that there is something to sweep; every third delivery is doubled.
        for (const [currency, amount] of [
          ['BTC', '0.7'],
          ['ETH', '3.1'],
          ['USDC', '250'],
        ] as const) {
          // Another amount each time: a deposit of exactly what was booked before is held in doubt.
          const next = `${amount}${tick}`;
          if ((tick + amount.length) % 3 === 0)
            treasury().sandbox.deposit({ currency, amount: next });
        }
        // Longer than a deposit soon after a booking is held in doubt.
        treasury().pass(2 * RISE_DOUBT_SECONDS);
        const { proposed } = await treasury().tick();
        for (const { id } of proposed) {
          ids.add(id);
          const deliveries = ids.size % 3 === 0 ? 2 : 1;
          await Promise.all(
            Array.from({ length: deliveries }, () => sendWithdrawal(treasury().ports, TENANT, id)),
          );
        }
      }
      const instructions = await Promise.all(
        [...ids].map(async (id) => await treasury().ledger.readInstruction(TENANT, id)),
      );
      const closed = instructions.filter(
        (each): each is Instruction => each !== null && isClosed(each),
      );
      expect(closed).toHaveLength(ids.size);
      const confirmed = closed.filter(({ status }) => status.state === 'confirmed');
      expect(confirmed.length).toBeGreaterThan(60);
      expect(treasury().posts()).toHaveLength(confirmed.length);
      expect(sentAmounts()).toEqual(confirmed.map(amountOf).sort());
    },
    SLOW_MS,
  );

  it('leave ledger and service agreeing to the last digit', () => {
    const withdrawn = treasury()
      .sandbox.withdrawals()
      .reduce((sum, { amount }) => sum.plus(decimalOf(amount)), decimalOf('0'));
    const posted = treasury()
      .posts()
      .reduce(
        (sum, { body }) => sum.plus(decimalOf(JSON.parse(body ?? '').amount)),
        decimalOf('0'),
      );
    expect(withdrawn.toFixed()).toBe(posted.toFixed());
  });
});

/** What was posted and what was confirmed, as account and amount, in the same order. */
function sentAmounts(): readonly string[] {
  return treasury()
    .posts()
    .map(({ body }) => JSON.parse(body ?? ''))
    .map(({ withdrawalAccountId, amount }) => `${withdrawalAccountId} ${amount}`)
    .sort();
}

function amountOf({ content }: Instruction): string {
  if (content.kind !== 'withdrawal') throw new Error('not a withdrawal');
  return `${content.withdrawalAccountId} ${content.amount}`;
}
