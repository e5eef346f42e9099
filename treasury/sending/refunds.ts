import type { ClaimRecord } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { refundApproval } from '../limits/approval-usage.ts';
import { refundOutflow } from '../limits/outflow-usage.ts';
import { refundTrade } from '../limits/trade-usage.ts';

/** Where the debits outside of lanes are counted. */
export type RefundLedger = Pick<
  Ledger,
  'readTradeUsage' | 'readApprovalUsage' | 'readOutflowUsage'
>;

/**
 * Gives back a claim's debits outside its lane, in the very commit that says that nothing was executed: for a trade
 * the rolling limits, for a withdrawal the amounts that count against the tiers of approvals and against the limits of
 * accounts, counterparties and the day. The budgets of a rule, and the amounts that count against the limit of an account, stand in the lane.
 */
export async function refunds(
  ledger: RefundLedger,
  tenant: string,
  claim: ClaimRecord | undefined,
): Promise<readonly LedgerWrite[]> {
  if (claim === undefined) return [];
  return [
    ...(await tradeRefund(ledger, tenant, claim)),
    ...(await approvalRefund(ledger, tenant, claim)),
    ...(await outflowRefund(ledger, tenant, claim)),
  ];
}

async function tradeRefund(
  ledger: Pick<Ledger, 'readTradeUsage'>,
  tenant: string,
  { tradeDebit }: ClaimRecord,
): Promise<readonly LedgerWrite[]> {
  if (tradeDebit === undefined) return [];
  const usage = await ledger.readTradeUsage(tenant);
  return usage === null
    ? []
    : [{ kind: 'put-trade-usage', usage: refundTrade(usage, tradeDebit), read: usage }];
}

async function approvalRefund(
  ledger: Pick<Ledger, 'readApprovalUsage'>,
  tenant: string,
  claim: ClaimRecord,
): Promise<readonly LedgerWrite[]> {
  if (claim.approvalDebit?.value === undefined) return [];
  const usage = await ledger.readApprovalUsage(tenant);
  const refunded = usage === null ? null : refundApproval(usage, claim);
  return refunded === null ? [] : [{ kind: 'put-approval-usage', usage: refunded, read: usage }];
}

async function outflowRefund(
  ledger: Pick<Ledger, 'readOutflowUsage'>,
  tenant: string,
  { outflowDebit }: ClaimRecord,
): Promise<readonly LedgerWrite[]> {
  if (outflowDebit === undefined) return [];
  const usage = await ledger.readOutflowUsage(tenant);
  if (usage === null) return [];
  return [{ kind: 'put-outflow-usage', usage: refundOutflow(usage, outflowDebit), read: usage }];
}

/**
 * The claim whose debits go back, of those that an instruction's lanes hold: the limits of approvals stand in the lane
 * that pays, the rolling limits of trades in both.
 */
export function debitedClaim(
  lanes: readonly { readonly status: { readonly claim: ClaimRecord } }[],
): ClaimRecord | undefined {
  const claims = lanes.map(({ status }) => status.claim);
  return claims.find(({ approvalDebit }) => approvalDebit !== undefined) ?? claims[0];
}
