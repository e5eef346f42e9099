import { describe, expect, it } from 'vitest';
import { amountOf, worthOf } from '../../../local/console-feed/amounts.ts';
import { instructionLine, lineOf, snapshotLine } from '../../../local/console-feed/feed-line.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Confirmation, Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { MISSING, NOT_READ_SAID } from '../../samples/not-read.ts';
import { snapshotAt, totals } from '../../samples/snapshots.ts';

const AT = '2026-01-05T09:00:03.000Z';
const APPROVED = advance(PROPOSED, {
  kind: 'approve',
  at: AT,
  by: { code: 'rule', ruleId: 'btc-excess' },
});
const SENDING = advance(APPROVED, { kind: 'claim', claim: CLAIM });
const TRADE = {
  kind: 'trade',
  instrument: 'BTC/USD',
  side: 'sell',
  price: '50000',
  amount: '0.1',
} as const;

function ended(outcome: Outcome<Confirmation>, content: Instruction['content'] = PROPOSED.content) {
  const sending = { ...SENDING, content };
  return advance(sending, { kind: 'conclude', at: AT, nonce: CLAIM.nonce, outcome });
}

const lineFor = (instruction: Instruction) => {
  const feedLine = instructionLine(instruction);
  return feedLine === null ? null : lineOf(feedLine);
};
const evidence = 'seen';
const SNAPSHOT = snapshotAt(
  '2026-01-05T09:00:00.000Z',
  totals({ BTC: '3.25', XYZ: '1' }),
  {},
  {
    takenAt: AT,
    valuation: { reportingCurrency: 'USD', total: '162500.005', values: {}, unvalued: ['XYZ'] },
  },
);

describe('an approval', () => {
  const { status: _, ...rest } = PROPOSED;
  it('of a person names what was approved and by whom', () => {
    const status = {
      state: 'approved',
      at: AT,
      approvals: [{ by: 'anna', at: AT }],
    } as const;
    expect(lineFor({ ...rest, status })).toMatch(/: approved by anna$/);
  });
});

describe('amounts', () => {
  it('are grouped and exact, beyond what a number holds', () => {
    expect(amountOf('123456789012345678901.000000000000000001', 'ETH')).toBe(
      '123,456,789,012,345,678,901.000000000000000001 ETH',
    );
    expect(amountOf('0.1', 'BTC')).toBe('0.1 BTC');
  });

  it('are rounded half to even where they are values', () => {
    expect(worthOf('162500.005', 'USD')).toBe('162,500.00 USD');
    expect(worthOf('0.015', 'USD')).toBe('0.02 USD');
  });
});

describe('a line about a snapshot', () => {
  it('says how much is held, and what has no price', () => {
    expect(lineOf(snapshotLine(SNAPSHOT))).toBe(
      '09:00:03  snapshot   2 currencies, those with a price worth 162,500.00 USD; without a price: XYZ',
    );
  });

  it('says why there is none', () => {
    const missed = { ...MISSING, missedAt: AT } as const;
    const { tenant, scheduledFor } = SNAPSHOT;
    expect(lineOf(snapshotLine({ kind: 'missed', tenant, scheduledFor, ...missed }))).toBe(
      `09:00:03  snapshot   ! missed: ${NOT_READ_SAID}`,
    );
  });
});

describe('a line about an instruction', () => {
  it('says what a rule decided and why', () => {
    expect(lineFor(APPROVED)).toBe('09:00:03  sweep      asked for by rule btc-excess');
  });

  it('says that the service confirmed', () => {
    const confirmation = { kind: 'withdrawal', withdrawals: [] } as const;
    expect(lineFor(ended({ state: 'confirmed', confirmation, evidence }))).toBe(
      '09:00:03  withdrawal 1.25 BTC to Cold storage: confirmed by the service',
    );
  });

  it('says who settled it where the service did not', () => {
    const by = ['ada', 'bob'] as const;
    const settled = { kind: 'settled', by, comment: 'on the statement' } as const;
    const line = (confirmation: Confirmation) =>
      lineFor(
        advance(ended({ state: 'unknown', cause: 'timeout', evidence }), {
          ...(confirmation.kind === 'settled'
            ? { kind: 'settle', by: confirmation.by, comment: 'w' }
            : { kind: 'settle-by-evidence' }),
          at: AT,
          executed: true,
        }),
      );
    expect(line(settled)).toMatch(/confirmed by ada and bob$/);
    expect(line({ kind: 'evidence' })).toMatch(/confirmed by the balances alone$/);
  });

  it.each([
    [{ state: 'unknown', cause: 'timeout', evidence }, /! .*the currency is held.*reserved/],
    [{ state: 'rejected', status: 422, evidence }, /! .*rejected by the service \(422\)/],
    [{ state: 'not-sent', cause: 'dns', evidence }, /! .*the next run decides anew/],
    [{ state: 'anomaly', cause: 'other-amount', evidence }, /! .*everything is halted/],
  ] as const)('asks for attention where it ended %o', (outcome, message) => {
    expect(lineFor(ended(outcome))).toMatch(message);
  });

  it('promises no next run and no reservation for a trade', () => {
    expect(lineFor(ended({ state: 'not-sent', cause: 'dns', evidence }, TRADE))).toBe(
      '09:00:03  trade      ! sell 0.1 BTC at 50,000 USD: not sent (dns); nothing happened',
    );
    const unknown = lineFor(ended({ state: 'unknown', cause: 'timeout', evidence }, TRADE));
    expect(unknown).toMatch(/both currencies are held$/);
  });

  it('does not exist for what is only on its way', () => {
    expect(lineFor(PROPOSED)).toBeNull();
    expect(lineFor(SENDING)).toBeNull();
  });
});
