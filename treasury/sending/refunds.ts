import type { ApprovalDebit, OutflowDebit, TradeDebit } from '../booking/entry-debits.ts';
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

/** Debits that are counted outside of a lane, of one claim or of several. */
export interface DebitsOutside {
  readonly trades: readonly TradeDebit[];
  readonly approvals: readonly ApprovalDebit[];
  readonly outflows: readonly OutflowDebit[];
}

/**
 * Gives back debits outside of their lanes, in the very commit that says that nothing was executed: for trades the rolling
 * limits, for withdrawals the amounts that count against the tiers of approvals and against the limits of accounts,
 * counterparties and the day. Each of the three is one item, so several debits go back in one write of it. The budgets of a
 * rule, and the amounts that count against the limit of an account, stand in the lane.
 */
export async function refunds(
  ledger: RefundLedger,
  tenant: string,
  debits: DebitsOutside,
): Promise<readonly LedgerWrite[]> {
  return [
    ...(await tradeRefunds(ledger, tenant, debits)),
    ...(await approvalRefunds(ledger, tenant, debits)),
    ...(await outflowRefunds(ledger, tenant, debits)),
  ];
}

async function tradeRefunds(
  ledger: RefundLedger,
  tenant: string,
  { trades }: DebitsOutside,
): Promise<readonly LedgerWrite[]> {
  const read = trades.length === 0 ? null : await ledger.readTradeUsage(tenant);
  if (read === null) return [];
  const usage = { ...trades.reduce(refundTrade, read), version: read.version + 1 };
  return [{ kind: 'put-trade-usage', usage, read }];
}

/** An amount that counts in another reporting currency by now stays as it is. */
async function approvalRefunds(
  ledger: RefundLedger,
  tenant: string,
  { approvals }: DebitsOutside,
): Promise<readonly LedgerWrite[]> {
  const valued = approvals.filter(({ value }) => value !== undefined);
  const read = valued.length === 0 ? null : await ledger.readApprovalUsage(tenant);
  if (read === null) return [];
  const refunded = valued.reduce(
    (left, approvalDebit) => refundApproval(left, { approvalDebit }) ?? left,
    read,
  );
  if (refunded === read) return [];
  const usage = { ...refunded, version: read.version + 1 };
  return [{ kind: 'put-approval-usage', usage, read }];
}

async function outflowRefunds(
  ledger: RefundLedger,
  tenant: string,
  { outflows }: DebitsOutside,
): Promise<readonly LedgerWrite[]> {
  const read = outflows.length === 0 ? null : await ledger.readOutflowUsage(tenant);
  if (read === null) return [];
  const usage = { ...outflows.reduce(refundOutflow, read), version: read.version + 1 };
  return [{ kind: 'put-outflow-usage', usage, read }];
}

/** What a claim debited outside of its lane. */
export function debitsOutside({
  tradeDebit,
  approvalDebit,
  outflowDebit,
}: Pick<ClaimRecord, 'tradeDebit' | 'approvalDebit' | 'outflowDebit'> = {}): DebitsOutside {
  return {
    trades: tradeDebit === undefined ? [] : [tradeDebit],
    approvals: approvalDebit === undefined ? [] : [approvalDebit],
    outflows: outflowDebit === undefined ? [] : [outflowDebit],
  };
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
