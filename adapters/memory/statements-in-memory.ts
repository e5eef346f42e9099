import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { FreezeResult, FrozenStatements } from '../../treasury/statements/freeze-months.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import type { LedgerInMemory } from './ledger-in-memory.ts';

/** The frozen months of one tenant, in memory. */
export class StatementsInMemory {
  readonly #ledger: LedgerInMemory;
  readonly #frozen = new Map<string, Statement>();

  constructor(ledger: LedgerInMemory) {
    this.#ledger = ledger;
  }

  at(month: string, timeZone: string): Statement | null {
    return this.#frozen.get(keyOf({ month, timeZone })) ?? null;
  }

  all(): readonly Statement[] {
    return [...this.#frozen.values()];
  }

  freeze(statement: Statement, entry: AuditEntry): FreezeResult {
    const key = keyOf(statement);
    if (this.#frozen.has(key)) return { result: 'frozen-before' };
    if (!this.#ledger.commit([{ kind: 'append-audit', entry }]).ok) return { result: 'contended' };
    this.#frozen.set(key, statement);
    return { result: 'frozen' };
  }
}

function keyOf({ month, timeZone }: Pick<Statement, 'month' | 'timeZone'>): string {
  return `${month}#${timeZone}`;
}

export function statementsIn(of: (tenant: string) => StatementsInMemory): FrozenStatements {
  return {
    readFrozen: async (tenant, month, timeZone) => of(tenant).at(month, timeZone),
    isFrozen: async (tenant, month, timeZone) => of(tenant).at(month, timeZone) !== null,
    freeze: async (statement, entry) => of(statement.tenant).freeze(statement, entry),
  };
}
