import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import type { AuditEntry } from '../../../treasury/audit/audit-entry.ts';
import { filledAsAsked } from '../../../treasury/evidence/expected-change.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import type { SettlementCommand } from '../../../treasury/settlement/settlement-command.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import {
  TENANT,
  type TreasuryOverStore,
  type TreasuryUnderTest,
} from '../protocol/treasury-under-test.ts';

/** Quarantine of the claim: 10 s to send, 120 s of the function, 60 s of the service, and a second. */
export const QUARANTINE_SECONDS = 191;

/** The steps of a settlement as tests take them, on the treasury of the test that is running. */
export function settlingSteps(treasury: () => TreasuryOverStore) {
  const { proposedId, send, ledgerWith, watchOnce } = sendingSteps(treasury);

  /** A withdrawal of 2.25 BTC whose answer never came, executed or not. */
  async function unknownId(executed: boolean): Promise<string> {
    const kind = executed ? 'execute-then-reset-before-headers' : 'reset-without-execution';
    treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault: { kind } });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('unknown');
    return id;
  }

  /** Another reading of the balances, and the watchdog's round that weighs it. */
  async function nextReading(seconds: number) {
    treasury().pass(seconds);
    await treasury().snapshot();
    return await watchOnce();
  }

  async function instructionOf(id: string) {
    const instruction = await treasury().ledger.readInstruction(TENANT, id);
    if (instruction === null) throw new Error(`no instruction ${id}`);
    return instruction;
  }

  async function say(
    id: string,
    by: string,
    executed: boolean,
    change: Partial<
      SettlementCommand & {
        readonly ledger: ReturnType<typeof ledgerWith>;
        readonly reader: TreasuryOverStore['ports']['reader'];
      }
    > = {},
  ) {
    const { ledger, reader, ...command } = change;
    const ports = {
      ...treasury().ports,
      ...(ledger && { ledger }),
      ...(reader && { reader }),
    };
    const { evidence, content } = await instructionOf(id);
    return await settle(ports, {
      tenant: TENANT,
      instructionId: id,
      by,
      executed,
      ...(executed && content.kind === 'trade' ? { fill: filledAsAsked(content) } : {}),
      comment: `${by} looked at the statement`,
      evidence: evidence?.digest ?? 'none-was-gathered',
      requestId: `request-of-${by}`,
      ...command,
    });
  }

  return { unknownId, nextReading, instructionOf, say };
}

/** The entries of the audit trail as they lie in the table, in their order. */
export async function auditTrailIn({
  table: { client, tableName },
}: Pick<TreasuryUnderTest, 'table'>): Promise<readonly AuditEntry[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: `${TENANT}#AUDIT` } },
    }),
  );
  return Items.map((item) => {
    const { pk: _, sk: __, entity: ___, ...entry } = unmarshall(item);
    return entry as AuditEntry;
  });
}
