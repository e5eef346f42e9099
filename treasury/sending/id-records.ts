import type { Confirmation } from '../instructions/instruction.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { seenOf } from '../outcomes/evidence.ts';
import type { Outcome } from '../outcomes/outcome.ts';

/** The writes with which an id of the service is recorded, each on condition that it is not on record. */
export const ID_RECORDS: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'record-withdrawal-id',
  'record-trade-id',
]);

/** The service's ids of the withdrawals or the trade in its answer, whatever their outcome. */
export function idRecords(
  outcome: Outcome<Confirmation>,
  instructionId: string,
): readonly LedgerWrite[] {
  const tradeId = tradeIdOf(outcome);
  return [
    ...withdrawalIdsOf(outcome).map(
      (withdrawalId): LedgerWrite => ({
        kind: 'record-withdrawal-id',
        withdrawalId,
        instructionId,
      }),
    ),
    ...(tradeId === undefined
      ? []
      : [{ kind: 'record-trade-id', tradeId, instructionId } satisfies LedgerWrite]),
  ];
}

/**
 * The write says that an id of the service is on record. If so, and the instruction is read again as not concluded,
 * another instruction has it: ids and conclusion are one write. A mere collision of two writes leaves no id on
 * record, and is no reason to halt everything.
 */
export async function unlessKnown(
  ledger: Pick<Ledger, 'knownWithdrawals' | 'knownTrades'>,
  tenant: string,
  outcome: Outcome<Confirmation>,
): Promise<Outcome<Confirmation>> {
  const seen = seenOf(outcome);
  const tradeId = tradeIdOf(outcome);
  const ids = withdrawalIdsOf(outcome);
  const [withdrawals, trades] = await Promise.all([
    ledger.knownWithdrawals(tenant, ids),
    ledger.knownTrades(tenant, tradeId === undefined ? [] : [tradeId]),
  ]);
  if (withdrawals.size > 0) {
    const withdrawalIds = ids.filter((id) => !withdrawals.has(id));
    const rest = withdrawalIds.length === 0 ? {} : { withdrawalIds };
    return { state: 'anomaly', cause: 'known-withdrawal', ...seen, ...rest };
  }
  return trades.size > 0 ? { state: 'anomaly', cause: 'known-trade', ...seen } : outcome;
}

function tradeIdOf(outcome: Outcome<Confirmation>): string | undefined {
  if (outcome.state === 'unknown' || outcome.state === 'anomaly') return outcome.tradeId;
  return outcome.state === 'confirmed' && outcome.confirmation.kind === 'trade'
    ? outcome.confirmation.trade.id
    : undefined;
}

function withdrawalIdsOf(outcome: Outcome<Confirmation>): readonly string[] {
  if (outcome.state === 'unknown' || outcome.state === 'anomaly') {
    return outcome.withdrawalIds ?? [];
  }
  return outcome.state === 'confirmed' && outcome.confirmation.kind === 'withdrawal'
    ? outcome.confirmation.withdrawals.map(({ id }) => id)
    : [];
}
