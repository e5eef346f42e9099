import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { listDecisions } from '../../../adapters/store/decision-lists.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createLedgerLists } from '../../../adapters/store/ledger-lists.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import type { LocalModel } from '../../../local/assembly/model.ts';
import { treasuryTables } from '../../../local/treasury-tables.ts';
import type { JournalEntry, RunningSandbox, SandboxState } from '../../../sandbox/index.ts';
import type { SharedCounts } from '../../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { StoredDecision } from '../../../treasury/ledger/stored-decision.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { readCounts } from '../../samples/counts.ts';

/** Both sides of everything: what the service did, and what the ledger knows. */
export interface Books {
  readonly posts: readonly JournalEntry[];
  readonly service: SandboxState;
  readonly instructions: readonly Instruction[];
  readonly lanes: readonly Lane[];
  /** What limits over several currencies count. */
  readonly outflows: SharedCounts | null;
  readonly policy: Policy;
  readonly decisions: readonly StoredDecision[];
  readonly latest: SnapshotTaken | null;
  /** Ids of the service's withdrawals that the ledger has on record as confirmed. */
  readonly known: ReadonlySet<string>;
}

const PAGE_LIMIT = 100;

/** The ledger's side, as an engine has it. */
export class LedgerReader {
  readonly #dynamo: DynamoDBClient;
  readonly #model: LocalModel;

  constructor(
    model: LocalModel,
    engine: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>,
  ) {
    this.#model = model;
    // Whoever asks looks again anyway, and the engine may be dead at any moment.
    this.#dynamo = new DynamoDBClient({ ...engine, maxAttempts: 1 });
  }

  close(): void {
    this.#dynamo.destroy();
  }

  /** Whether the tables were made: some deaths come before that. */
  async hasTables(): Promise<boolean> {
    const { TableNames = [] } = await this.#dynamo.send(new ListTablesCommand({}));
    // The stack keeps one of its own beside them.
    return this.#model.tables.every(({ name }) => TableNames.includes(name));
  }

  async instructions(): Promise<readonly Instruction[]> {
    const { tenant, ledgerTable } = this.#tables();
    const lists = createLedgerLists(ledgerTable);
    return await allPages((page) => lists.instructions(tenant, {}, page));
  }

  async latest(): Promise<SnapshotTaken | null> {
    const { tenant, snapshotsTable } = this.#tables();
    return await createSnapshots(snapshotsTable).latest(tenant);
  }

  /** The tick of the newest snapshot that the rules were decided on; null where none was. */
  async lastDecided(): Promise<string | null> {
    const { tenant, ledgerTable, snapshotsTable } = this.#tables();
    const tables = { snapshots: snapshotsTable, ledger: ledgerTable };
    const { items } = await listDecisions(tables, tenant, {}, { limit: 1 });
    return items[0]?.snapshot ?? null;
  }

  async books(sandbox: RunningSandbox): Promise<Books> {
    const { tenant, ledgerTable, snapshotsTable } = this.#tables();
    const ledger = createLedger(ledgerTable);
    const tables = { snapshots: snapshotsTable, ledger: ledgerTable };
    const service = sandbox.state();
    return {
      posts: sandbox.journal().filter(({ method }) => method === 'POST'),
      service,
      instructions: await this.instructions(),
      lanes: await ledger.readLanes(tenant),
      outflows: readCounts(await ledger.readCounts(tenant, 'outflow-usage')),
      policy: await ledger.readPolicy(tenant),
      decisions: await allPages((page) => listDecisions(tables, tenant, {}, page)),
      latest: await this.latest(),
      known: await ledger.knownWithdrawals(
        tenant,
        service.withdrawals.map(({ id }) => id),
      ),
    };
  }

  #tables() {
    return treasuryTables(this.#model, this.#dynamo);
  }
}

interface AnyPage<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

async function allPages<T>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<AnyPage<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: PAGE_LIMIT, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}
