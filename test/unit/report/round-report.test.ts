import { describe, expect, it } from 'vitest';
import { type RoundReport, renderRound } from '../../../local/report/round-report.ts';
import { renderTable } from '../../../local/report/table.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { NOT_SWEPT, SWEPT } from '../../samples/decided.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { MISSING, NOT_READ_SAID } from '../../samples/not-read.ts';
import { quotes, snapshotAt } from '../../samples/snapshots.ts';

const AT = '2026-01-05T09:00:03.000Z';
const DECIDED = {
  ruleId: 'btc-excess',
  ruleVersion: 1,
  currency: 'BTC',
  withdrawalAccountId: 'account-1',
  decidedAt: AT,
  occurrence: AT,
  consumesOccurrence: true,
};
const SENDING = advance(
  advance(PROPOSED, { kind: 'approve', at: AT, by: { code: 'rule', ruleId: 'btc-cold' } }),
  {
    kind: 'claim',
    claim: CLAIM,
  },
);

const REPORT: RoundReport = {
  snapshot: snapshotAt(
    '2026-01-05T09:00:00.000Z',
    { BTC: { total: '3.25', available: '2' }, USD: { total: '1000' }, XYZ: { total: '7' } },
    quotes({ 'BTC/USD': '50000' }),
  ),
  decisions: [
    { ...DECIDED, ...SWEPT, amount: '1.25' },
    { ...DECIDED, ...NOT_SWEPT, reason: 'dry-run', ruleId: 'dry', wouldSweep: '0.5' },
    { ...DECIDED, ...NOT_SWEPT, ruleId: 'low' },
  ],
  withdrawals: [
    advance(SENDING, {
      kind: 'conclude',
      at: AT,
      nonce: CLAIM.nonce,
      outcome: { state: 'unknown', cause: 'timeout', evidence: 'seen' },
    }),
  ],
  stuck: [
    { currency: 'BTC', state: 'unknown', why: 'Its outcome is unknown.', next: 'Look it up.' },
  ],
};

const lineWith = (text: string, message: string) =>
  text.split('\n').find((line) => line.includes(message)) ?? '';

describe('the report of a round', () => {
  const text = renderRound(REPORT);

  it('shows balances with what is available, what they are worth and by which prices', () => {
    const btc = lineWith(text, 'BTC/USD');
    expect(btc).toMatch(/3\.25 BTC +2 BTC +162,500\.00 USD +BTC\/USD$/);
    expect(lineWith(text, '(itself)')).toMatch(/1,000 USD/);
    expect(lineWith(text, '7 XYZ')).toMatch(/no price$/);
    expect(lineWith(text, 'valued')).toMatch(/163,500\.00 USD$/);
  });

  it('shows what each rule decided and why, and in brackets what it would have swept', () => {
    expect(lineWith(text, 'btc-excess ')).toMatch(
      /sweep +1\.25 BTC +Withdraw 1\.25 BTC to "Cold storage"/,
    );
    expect(lineWith(text, 'dry-run')).toContain('(0.5 BTC)');
    expect(lineWith(text, 'below-threshold')).toMatch(/below-threshold +The balance of 10 BTC/);
  });

  it('shows each withdrawal with its state, and in words what became of it', () => {
    expect(lineWith(text, PROPOSED.id)).toMatch(/1\.25 BTC +Cold storage +unknown +timeout$/);
  });

  it('says what is stuck, why, and what to do next', () => {
    expect(text).toContain('BTC is unknown. Its outcome is unknown.\n  Next: Look it up.');
  });

  it('says so where there is nothing to show', () => {
    const { tenant, scheduledFor } = REPORT.snapshot;
    const why = { ...MISSING, missedAt: AT };
    const snapshot = { kind: 'missed', tenant, scheduledFor, ...why } as const;
    const empty = renderRound({ snapshot, decisions: [], withdrawals: [], stuck: [] });
    expect(empty).toContain(`No snapshot of 2026-01-05T09:00:00.000Z: ${NOT_READ_SAID}`);
    expect(empty).toContain('No rules');
    expect(empty).toContain('None.');
  });
});

describe('a table', () => {
  it('is as wide as its widest cells, numbers to the right, nothing trailing', () => {
    const columns = [{ title: 'what' }, { title: 'n', align: 'right' as const }];
    expect(renderTable(columns, [['a', '10'], ['bcdef', '9'], ['']])).toBe(
      ['what    n', '─────  ──', 'a      10', 'bcdef   9', ''].join('\n'),
    );
  });

  it('cuts what would break the lines of every terminal, and shows that it did', () => {
    const cell = renderTable([{ title: 'x' }], [['y'.repeat(2000)]]).split('\n')[2] ?? '';
    expect(cell).toHaveLength(240);
    expect(cell.endsWith('…')).toBe(true);
  });

  it('folds below its row whatever does not fit a narrow terminal', () => {
    const columns = ['instruction', 'amount', 'to', 'state', 'in words'].map((title) => ({
      title,
    }));
    const id = 'sweep-usd-large-20261123T025310Z';
    const rows = [[id, '50,000 USD', 'USD operating account', 'awaiting-approval', 'waits']];
    const lines = renderTable(columns, rows, 60).split('\n');
    expect(lines).toEqual([
      'instruction                       amount',
      '────────────────────────────────  ──────────',
      `${id}  50,000 USD`,
      '  USD operating account, awaiting-approval, waits',
    ]);
    for (const width of [40, 60, 80]) {
      const widest = renderTable(columns, rows, width).split('\n');
      expect(Math.max(...widest.map((line) => line.length)), `${width}`).toBeLessThanOrEqual(width);
    }
  });
});
