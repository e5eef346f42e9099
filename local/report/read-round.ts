import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { fromItem } from '../../adapters/store/item.ts';
import { snapshotKeys } from '../../adapters/store/keys.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import { SNAPSHOT } from '../../adapters/store/snapshot-item.ts';
import type { RuleDecision } from '../../treasury/decisions/decision.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import { MAX_RULES } from '../../treasury/policy/policy-limits.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { LocalStackError } from '../stack-error.ts';
import type { TreasuryTables } from '../treasury-tables.ts';
import type { RoundReport } from './round-report.ts';
import { readStuck } from './stuck.ts';

/** Instructions looked through: a round makes one per rule at most, and few stay open. */
const INSTRUCTIONS = 200;

/** Final states. */
const OVER: readonly InstructionState[] = [
  'confirmed',
  'cancelled',
  'declined',
  'expired',
  'not-sent',
  'released',
];

/** The ledger's and the snapshots' data about one tick. */
export async function readRound(tables: TreasuryTables, tick: Instant): Promise<RoundReport> {
  return {
    snapshot: await readSnapshot(tables, tick),
    decisions: await readDecisions(tables, tick),
    withdrawals: await readWithdrawals(tables, tick),
    stuck: await readStuck(tables.ledger, tables.tenant),
  };
}

async function readSnapshot(
  { snapshotsTable, tenant }: TreasuryTables,
  tick: Instant,
): Promise<Snapshot> {
  const { Item } = await snapshotsTable.client.send(
    new GetItemCommand({
      TableName: snapshotsTable.tableName,
      Key: marshall(snapshotKeys.snapshot(tenant, tick)),
      ConsistentRead: true,
    }),
  );
  if (Item === undefined) throw new LocalStackError(`no snapshot of ${tick} was recorded`);
  return fromItem(SNAPSHOT, Item);
}

async function readDecisions(
  { snapshotsTable, ledgerTable, tenant }: TreasuryTables,
  tick: Instant,
): Promise<readonly RuleDecision[]> {
  const tables = { snapshots: snapshotsTable, ledger: ledgerTable };
  const range = { from: tick, to: plusSeconds(tick, 1) };
  const { items } = await listDecisions(tables, tenant, range, { limit: MAX_RULES });
  return items
    .filter(({ snapshot }) => snapshot === tick)
    .map(({ decision }) => decision)
    .reverse();
}

async function readWithdrawals(
  { ledgerTable, tenant }: TreasuryTables,
  tick: Instant,
): Promise<readonly Instruction[]> {
  const lists = createLedgerLists(ledgerTable);
  const { items } = await lists.instructions(tenant, {}, { limit: INSTRUCTIONS });
  return items.filter(
    ({ content, origin, status }) =>
      content.kind === 'withdrawal' &&
      ((origin.kind === 'sweep' && origin.snapshot === tick) || !OVER.includes(status.state)),
  );
}
