import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import type { SpansInMemory } from '../../adapters/memory/spans-in-memory.ts';
import type { ChangePorts } from '../../treasury/changes/ports.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';

/** The identity of a table that does not exist. */
export const MADE_UP_TABLE = 'made-up';

/**
 * Writes that stay in memory: lanes and controls decide what may leave now, which history must not touch, and runs of rules
 * are written beside the snapshots.
 */
const NOT_TOLD: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'create-lane',
  'replace-lane',
  'put-controls',
  'create-decision-run',
]);

/** The store in memory of one made-up tenant: made-up history is computed with it, before any of it is written. */
export class MadeUpBooks {
  readonly tenant: string;
  readonly snapshots: Snapshot[] = [];
  /** Every write that history tells, in order. */
  readonly changes: LedgerWrite[] = [];
  readonly #store = new MemoryStore(MADE_UP_TABLE);

  constructor(tenant: string) {
    this.tenant = tenant;
    this.#store.ledgerOf(tenant).observe(({ changes }) => {
      for (const change of changes) if (!NOT_TOLD.has(change.kind)) this.changes.push(change);
    });
  }

  put = async (snapshot: Snapshot): Promise<boolean> => {
    this.snapshots.push(snapshot);
    return await this.#store.ports.snapshots.put(snapshot);
  };

  get ports(): Omit<MemoryStore['ports'], 'ledger'> {
    return this.#store.ports;
  }

  readonly ledger: MemoryStore['ports']['ledger'] = {
    ...this.#store.ports.ledger,
    // There is no other writer.
    commit: async (tenant, changes) => {
      const result = await this.#store.ports.ledger.commit(tenant, changes);
      if (!result.ok) throw new Error(`made-up history is refused: ${result.conflicts.join(', ')}`);
      return result;
    },
  };

  /** The reads and the writes that changes of the policy need. */
  get policyLedger(): ChangePorts['ledger'] {
    return { ...this.ledger, ...this.ports.policyLedger };
  }

  readBreak(id: string): Break | null {
    return this.#store.ledgerOf(this.tenant).booked('break', id);
  }

  /** From here on there is a policy: without rules and accounts, and with these controls. */
  async begin(controls: Controls): Promise<void> {
    await this.ledger.commit(this.tenant, [{ kind: 'put-controls', controls }]);
  }

  /** The runs, in the order of their snapshots. */
  get runs(): readonly DecisionRun[] {
    return this.#store.ledgerOf(this.tenant).runs.all();
  }

  get spans(): SpansInMemory {
    return this.#store.spansOf(this.tenant);
  }

  /** What was forecast for each day, the earliest first. */
  get keptForecasts(): readonly KeptForecast[] {
    return this.#store.forecastsOf(this.tenant).values();
  }
}
