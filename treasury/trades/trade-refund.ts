import type { ClaimRecord } from '../instructions/lane.ts';
import type { Change, Ledger } from '../ports/ledger.ts';
import { refundTrade } from './trade-usage.ts';

/**
 * What the claim of a trade debited from the rolling limits is there again: for the very commit that says
 * that nothing was executed. Nothing for a withdrawal, whose budgets stand in its lane.
 */
export async function tradeRefund(
  ledger: Pick<Ledger, 'readTradeUsage'>,
  client: string,
  claim: ClaimRecord | undefined,
): Promise<readonly Change[]> {
  const debit = claim?.tradeDebit;
  if (debit === undefined) return [];
  const usage = await ledger.readTradeUsage(client);
  return usage === null ? [] : [{ kind: 'put-trade-usage', usage: refundTrade(usage, debit) }];
}
