import { describe, expect, it } from 'vitest';
import type {
  ApprovalDebit,
  OutflowDebit,
  TradeDebit,
} from '../../../treasury/booking/entry-debits.ts';
import type { ApprovalUsage } from '../../../treasury/limits/approval-usage.ts';
import type { OutflowUsage } from '../../../treasury/limits/outflow-usage.ts';
import type { TradeUsage } from '../../../treasury/limits/trade-usage.ts';
import { debitsOutside, type RefundLedger, refunds } from '../../../treasury/sending/refunds.ts';
import { CLAIM } from '../../samples/instructions.ts';

/*
 * Debits outside of lanes are three counts, each one item. Whatever is given back, of one claim or of several, is one write
 * of each of them at most, always in the same order: a commit writes no item twice.
 */

const at = '2026-01-05T09:30:00.000Z';
const HOUR = '2026-01-05T09:00:00.000Z';

const trade = (amount: string): TradeDebit => ({ by: 'ann', amount, currency: 'USD', at });
const approval = (amount: string, currency = 'USD'): ApprovalDebit => ({
  ...{ accountId: 'cold', amount: '1', people: 0, at },
  value: { amount, currency },
});
const outflow = (amount: string): OutflowDebit => ({
  ...{ at, total: true },
  value: { amount, currency: 'USD' },
});

const TRADES: TradeUsage = {
  ...{ tenant: 'main', reportingCurrency: 'USD', version: 7 },
  hours: { [HOUR]: '100' },
  people: [{ person: 'ann', hours: { [HOUR]: '100' } }],
};
const APPROVALS: ApprovalUsage = {
  ...{ tenant: 'main', reportingCurrency: 'USD', version: 5 },
  byNobody: { [HOUR]: '100' },
  byOne: {},
};
const OUTFLOWS: OutflowUsage = {
  ...{ tenant: 'main', accounts: [], counterparties: [], version: 3 },
  total: { currency: 'USD', hours: { [HOUR]: '100' }, days: {} },
};

function ledgerOf(counted: 'all' | 'nothing') {
  const asked: string[] = [];
  const read = async <U>(name: string, usage: U) => {
    asked.push(name);
    return counted === 'all' ? usage : null;
  };
  const ledger: RefundLedger = {
    readTradeUsage: () => read('trades', TRADES),
    readApprovalUsage: () => read('approvals', APPROVALS),
    readOutflowUsage: () => read('outflows', OUTFLOWS),
  };
  return { ledger, asked };
}

const ORDER = ['put-trade-usage', 'put-approval-usage', 'put-outflow-usage'];
const kinds = (writes: Awaited<ReturnType<typeof refunds>>) => writes.map(({ kind }) => kind);

describe('what goes back outside of lanes', () => {
  it('of one claim is one write of each count that it debited, in their order', async () => {
    const { ledger } = ledgerOf('all');
    const claim = {
      ...{ tradeDebit: trade('10'), approvalDebit: approval('10'), outflowDebit: outflow('10') },
    };
    const writes = await refunds(ledger, 'main', debitsOutside(claim));
    expect(kinds(writes)).toEqual(ORDER);
    expect(writes).toMatchObject([
      { usage: { hours: { [HOUR]: '90' }, version: 8 }, read: TRADES },
      { usage: { byNobody: { [HOUR]: '90' }, version: 6 }, read: APPROVALS },
      { usage: { total: { hours: { [HOUR]: '90' } }, version: 4 }, read: OUTFLOWS },
    ]);
  });

  it('of several claims is one write of each count all the same, one version on', async () => {
    const { ledger } = ledgerOf('all');
    const writes = await refunds(ledger, 'main', {
      trades: [trade('10'), trade('20')],
      approvals: [approval('10'), approval('20')],
      outflows: [outflow('10'), outflow('20')],
    });
    expect(kinds(writes)).toEqual(ORDER);
    expect(writes).toMatchObject([
      { usage: { hours: { [HOUR]: '70' }, version: 8 } },
      { usage: { byNobody: { [HOUR]: '70' }, version: 6 } },
      { usage: { total: { hours: { [HOUR]: '70' } }, version: 4 } },
    ]);
  });

  it('is nothing of a count that was not debited, which is not even read', async () => {
    const { ledger, asked } = ledgerOf('all');
    expect(await refunds(ledger, 'main', debitsOutside(CLAIM))).toEqual([]);
    expect(await refunds(ledger, 'main', debitsOutside(undefined))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is nothing where nothing was counted yet', async () => {
    const debits = { trades: [trade('1')], approvals: [approval('1')], outflows: [outflow('1')] };
    expect(await refunds(ledgerOf('nothing').ledger, 'main', debits)).toEqual([]);
  });

  it('is nothing of tiers that count in another reporting currency by now, or had no value', async () => {
    const { ledger } = ledgerOf('all');
    const { value: _, ...bare } = approval('10');
    const debits = { trades: [], approvals: [approval('10', 'EUR'), bare], outflows: [] };
    expect(await refunds(ledger, 'main', debits)).toEqual([]);
  });
});
