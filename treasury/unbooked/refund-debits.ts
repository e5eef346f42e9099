import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { refundApproval } from '../limits/approval-usage.ts';
import { refundOutflow } from '../limits/outflow-usage.ts';
import { refundTrade } from '../limits/trade-usage.ts';
import type { DebitsGivenBack } from './debits-given-back.ts';

interface RefundPorts {
  readonly ledger: Pick<Ledger, 'readTradeUsage' | 'readApprovalUsage' | 'readOutflowUsage'>;
}

/** What goes back outside of the lane: into the limits of trades, the tiers of approvals, and the limits of outflows. */
export async function refundDebits(
  ports: RefundPorts,
  tenant: string,
  debits: DebitsGivenBack,
): Promise<readonly LedgerWrite[]> {
  return [
    ...(await tradeRefunds(ports, tenant, debits)),
    ...(await approvalRefunds(ports, tenant, debits)),
    ...(await outflowRefunds(ports, tenant, debits)),
  ];
}

/** The rolling limits of trades are one item: the debits of several go back in one write. */
async function tradeRefunds(
  { ledger }: RefundPorts,
  tenant: string,
  { trades }: DebitsGivenBack,
): Promise<readonly LedgerWrite[]> {
  const usage = trades.length === 0 ? null : await ledger.readTradeUsage(tenant);
  if (usage === null) return [];
  const refunded = trades.reduce(refundTrade, usage);
  return [
    { kind: 'put-trade-usage', usage: { ...refunded, version: usage.version + 1 }, read: usage },
  ];
}

/**
 * The tiers of approvals are one item as well. An amount that counts in another reporting currency by now stays as it
 * is.
 */
async function approvalRefunds(
  { ledger }: RefundPorts,
  tenant: string,
  { approvals }: DebitsGivenBack,
): Promise<readonly LedgerWrite[]> {
  const valued = approvals.filter(({ value }) => value !== undefined);
  const usage = valued.length === 0 ? null : await ledger.readApprovalUsage(tenant);
  if (usage === null) return [];
  const refunded = valued.reduce(
    (left, approvalDebit) => refundApproval(left, { approvalDebit }) ?? left,
    usage,
  );
  if (refunded === usage) return [];
  return [
    { kind: 'put-approval-usage', usage: { ...refunded, version: usage.version + 1 }, read: usage },
  ];
}

/** The limits of accounts, counterparties and the day are one item too. */
async function outflowRefunds(
  { ledger }: RefundPorts,
  tenant: string,
  { outflows }: DebitsGivenBack,
): Promise<readonly LedgerWrite[]> {
  const usage = outflows.length === 0 ? null : await ledger.readOutflowUsage(tenant);
  if (usage === null) return [];
  const refunded = outflows.reduce(refundOutflow, usage);
  return [
    { kind: 'put-outflow-usage', usage: { ...refunded, version: usage.version + 1 }, read: usage },
  ];
}
