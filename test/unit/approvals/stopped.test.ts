import { describe, expect, it } from 'vitest';
import { type ApprovalView, refuseStopped } from '../../../treasury/approvals/refuse-stopped.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { ACCOUNT, CONTROLS, POLICY } from '../../samples/policy.ts';

const AT = '2026-01-05T09:00:10.000Z';
const EPOCH = 'table-1';
const [BTC, USD] = ['BTC', 'USD'].map((currency) => newLane('main', currency, EPOCH)) as [
  ReturnType<typeof newLane>,
  ReturnType<typeof newLane>,
];
const LIVE: ApprovalView = {
  policy: { ...POLICY, controls: { ...CONTROLS, mode: 'live' }, accounts: [ACCOUNT] },
  lanes: [BTC, USD],
  epoch: EPOCH,
  at: AT,
};
const TRADE: Instruction = {
  ...PROPOSED,
  content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '1', amount: '1' },
};
const WITHDRAWAL: Instruction = {
  ...PROPOSED,
  content: { ...PROPOSED.content, withdrawalAccountId: ACCOUNT.id } as Instruction['content'],
};
const halted = (currency: string) => ({
  ...neverHalted('main'),
  generation: 1,
  currencies: { [currency]: { at: AT, by: 'carl', comment: 'a drill' } },
});
const policy = (change: Partial<ApprovalView['policy']>) => ({
  policy: { ...LIVE.policy, ...change },
});
const codeOf = (instruction: Instruction, change: Partial<ApprovalView>) =>
  refuseStopped(instruction, { ...LIVE, ...change })?.code ?? null;

describe('what is approved while nothing may leave', () => {
  it.each<[string, Partial<ApprovalView>, string | null, string | null]>([
    ['nothing is in the way', {}, null, null],
    ['there is no policy', policy({ controls: null }), 'disarmed', 'disarmed'],
    [
      'a lane is of another ledger',
      { lanes: [{ ...BTC, epoch: 'other' }, USD] },
      'disarmed',
      'disarmed',
    ],
    ['the other currency of a trade has no lane', { lanes: [BTC] }, null, 'disarmed'],
    ['the currency is halted', policy({ halt: halted('BTC') }), 'halted', 'halted'],
    ['the other currency of a trade is halted', policy({ halt: halted('USD') }), null, 'halted'],
    [
      'the currency is in dry-run',
      policy({ controls: { ...CONTROLS, mode: 'live', currencyModes: { BTC: 'dry-run' } } }),
      'dry-run',
      'dry-run',
    ],
    [
      'the account is inactive',
      policy({ accounts: [{ ...ACCOUNT, status: 'inactive' }] }),
      'account-not-active',
      null,
    ],
    ['the account is gone', policy({ accounts: [] }), 'account-not-active', null],
    [
      'the account cools off',
      policy({ accounts: [{ ...ACCOUNT, usableFrom: '2026-01-06T00:00:00.000Z' }] }),
      'account-cooling-off',
      null,
    ],
    [
      'the lane is busy, which its claim waits for',
      { lanes: [{ ...BTC, status: { state: 'sending', claim: CLAIM } }, USD] },
      null,
      null,
    ],
  ])('is refused by the reason that its claim would meet: %s', (_, change, withdrawal, trade) => {
    expect(codeOf(WITHDRAWAL, change)).toBe(withdrawal);
    expect(codeOf(TRADE, change)).toBe(trade);
  });

  it('is told by whom, since when and why, and that it waits', () => {
    const told = refuseStopped(WITHDRAWAL, { ...LIVE, ...policy({ halt: halted('BTC') }) });
    expect(told?.message).toBe(
      `BTC is halted by carl since ${AT}: a drill. It waits on: approve it once that is over.`,
    );
  });
});
