import { statementsIn } from '../../../adapters/memory/statements-in-memory.ts';
import type { AuditEntry } from '../../../treasury/audit/audit-entry.ts';
import { closeBreak, explainBreak } from '../../../treasury/breaks/decide.ts';
import type { Content, InstructionStatus } from '../../../treasury/instructions/instruction.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { FREEZE_ACTION, type FreezePorts } from '../../../treasury/statements/freeze-months.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import type { StatementPorts } from '../../../treasury/statements/statement-of-month.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { asked } from '../../samples/instructions.ts';
import { MISSING } from '../../samples/not-read.ts';
import { quotes, snapshotAt, TENANT, totals } from '../../samples/snapshots.ts';
import { PlantedBooks } from '../reconciliation/planted-books.ts';

/** Totals by currency, and the price of one unit in USD; no prices at all where they could not be read. */
export type Held = Readonly<Record<string, string>>;

/** A treasury in memory that is scripted, moment by moment: what is read, sent, settled and said. */
export class ScriptedTreasury {
  readonly books = new PlantedBooks();

  /** A snapshot of the tick, read two seconds later, and reconciled. */
  async reads(tick: Instant, totals: Held, prices: Held | null): Promise<void> {
    await this.arrives(snapshotOf(tick, totals, prices));
  }

  /** Written and reconciled at a moment; a second after it was read, where none is named. */
  async arrives(snapshot: SnapshotTaken, at = plusSeconds(snapshot.takenAt, 1)): Promise<void> {
    this.books.snapshots.put(snapshot);
    this.books.now = at;
    await reconcile(this.books.ports(), snapshot, {});
  }

  /** An instruction claimed at a moment, in the state that it is in from then on. */
  sends(id: string, claimedAt: Instant, content: Content, status: InstructionStatus): void {
    const instruction = asked(id, content, claimedAt, status);
    const quarantineUntil = plusSeconds(claimedAt, 430);
    this.books.know({ window: { instructionId: id, claimedAt, quarantineUntil }, instruction });
  }

  /** Two people name and close the first open break, of those that snapshots show since a moment. */
  async nameAndClose(kind: 'deposit' | 'fee', comment: string, since: Instant = ''): Promise<void> {
    const { id, version } = await this.name(kind, comment, since);
    const command = { tenant: TENANT, id, requestId: 'request', by: 'ben', version };
    const closed = await closeBreak(this.books.breakPorts(), { ...command, comment: 'agreed' });
    if (closed.result !== 'written') throw new Error(`not closed: ${JSON.stringify(closed)}`);
  }

  /** The first of the two names it. */
  async name(kind: 'deposit' | 'fee', comment: string, since: Instant = ''): Promise<Break> {
    const open = [...this.books.breaks.values()].find(
      ({ status, snapshot }) => status.state === 'open' && snapshot >= since,
    );
    if (open === undefined) throw new Error('there is no open break');
    const { id, version } = open;
    const command = { tenant: TENANT, id, requestId: 'request', by: 'ann', version };
    const named = await explainBreak(this.books.breakPorts(), { ...command, kind, comment });
    if (named.result !== 'written') throw new Error(`not named: ${JSON.stringify(named)}`);
    return named.break;
  }

  statementPorts(now: Instant): StatementPorts & FreezePorts {
    const { flows, readings, ledger } = this.books.ports();
    const { statements } = this.books;
    return {
      now: () => now,
      books: { flows, readings },
      ledger,
      ...statementsIn(() => statements),
    };
  }

  /** The months that are frozen, and what the audit log says of them. */
  get frozen(): readonly Statement[] {
    return this.books.statements.all();
  }

  get freezes(): readonly AuditEntry[] {
    return this.books.audit.filter(({ action }) => action === FREEZE_ACTION);
  }
}

export function snapshotOf(tick: Instant, held: Held, prices: Held | null): SnapshotTaken {
  const quoted = Object.entries(prices ?? {}).map(([code, price]) => [`${code}/USD`, price]);
  return snapshotAt(tick, totals(held), quotes(Object.fromEntries(quoted)), {
    takenAt: plusSeconds(tick, 2),
    ...(prices === null ? { pricesMissing: MISSING } : {}),
  });
}
