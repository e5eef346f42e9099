import { type CommittedWrites, LedgerInMemory } from '../../adapters/memory/ledger-in-memory.ts';
import { LedgerState } from '../../adapters/memory/ledger-state.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { CommitResult, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { Agreed, type Forgery } from './forgeries.ts';
import type { LaterFields } from './later-fields.ts';
import { TENANT } from './tenant.ts';

/** A commit of this table, and the invocation that wrote; null: people and intruders of the world itself. */
export interface Committed extends CommittedWrites {
  readonly table: SimulatedTable;
  readonly by: string | null;
}

/** What a table of a world has beside its items. */
interface Beside {
  /** Every item that is made has fields of a later version, which whoever rewrites it must keep. */
  readonly later?: LaterFields | null;
  readonly state?: LedgerState;
  readonly agreed?: Agreed;
}

/** The store in memory, and who writes past its conditions: intruders, and programs of a later version. */
export class SimulatedTable extends LedgerInMemory {
  readonly #later: LaterFields | null;
  readonly #agreed: Agreed;
  #by: string | null = null;
  /** Whether an intruder ever wrote what limits count, here or in the table that was backed up. */
  isCountForged = false;
  /** Whether an instruction lost to an intruder what became of its claim: what it gave back counts as taken then. */
  isPutBack = false;
  /** Whether it may let more leave than limits say: no comparison of after the last forgery has found it whole. */
  mayBeLowered = false;
  #forgeries = 0;
  #isRestored = false;

  constructor(epoch: string, { later = null, state, agreed }: Beside = {}) {
    super(epoch, state ?? new LedgerState(TENANT));
    this.#later = later;
    this.#agreed = agreed ?? new Agreed();
  }

  override observe(observer: (committed: Committed) => void): void {
    super.observe((committed) => observer({ ...committed, table: this, by: this.#by }));
  }

  /** What a backup of this moment holds, restored into a new table. */
  restored(epoch: string): SimulatedTable {
    const table = new SimulatedTable(epoch, {
      later: this.#later?.restored() ?? null,
      state: this.state.copy(),
      agreed: new Agreed(this.#agreed),
    });
    table.isCountForged = this.isCountForged;
    table.mayBeLowered = this.isCountForged;
    table.isPutBack = this.isPutBack;
    table.#isRestored = true;
    return table;
  }

  /** As people agreed to them, whatever was forged: `policy()` has what stands. */
  override get controls(): Controls | null {
    const { controls } = this.state;
    return controls === null ? null : this.#agreed.controlsFor(controls);
  }

  /** As people agreed to it, whatever was forged. */
  agreedRule(id: string): SweepRule | null {
    const current = this.state.rules.get(id);
    return current === undefined ? null : this.#agreed.ruleFor(current);
  }

  agreedCalendar(id: string): Calendar | null {
    const current = this.state.calendars.get(id);
    return current === undefined ? null : this.#agreed.calendarFor(current);
  }

  /** A lane, and whatever an intruder had in its place at the same version. */
  lanesAt(lane: Lane): readonly Lane[] {
    return this.#agreed.lanesAt(lane);
  }

  /** Whether what this lane counts is an intruder's, and not what Sluice counted. */
  isForgedLane(currency: string): boolean {
    return this.#agreed.isForgedLane(currency);
  }

  /** An instruction as it was before it was forged; null if it never was. */
  beforeForgery(id: string): Instruction | null {
    return this.#agreed.instruction(id);
  }

  asForged(id: string): Instruction | null {
    return this.#agreed.forged(id);
  }

  /** An instruction as it had ended before an intruder put an earlier state of it back; null if it never was. */
  beforePutBack(id: string): Instruction | null {
    return this.#agreed.overwritten(id);
  }

  /** Says, once a comparison that begins now has found nothing, that no count is lower than what claims took. */
  comparing(): () => void {
    const before = this.#forgeries;
    return () => {
      // What was claimed before a restore is compared with nothing.
      if (this.#forgeries === before && !this.#isRestored) this.mayBeLowered = false;
    };
  }

  #forgedCount(): void {
    this.isCountForged = true;
    this.mayBeLowered = true;
    this.#forgeries += 1;
  }

  /** An intruder with write access to the table: no condition, no version, no seal. */
  forge(forgery: Forgery): void {
    const { kind, item } = forgery;
    switch (kind) {
      case 'rule':
        this.#agreed.rememberRule(this.state.rules.get(item.id) ?? item);
        this.state.rules.set(item.id, item);
        return;
      case 'calendar':
        this.#agreed.rememberCalendar(this.state.calendars.get(item.id) ?? item);
        this.state.calendars.set(item.id, item);
        return;
      case 'controls':
        this.#agreed.rememberControls(this.state.controls ?? item);
        this.state.controls = item;
        return;
      case 'outflow-usage':
      case 'approval-usage':
      case 'trade-usage':
        this.#forgedCount();
        this.state.counts.set(kind, item);
        return;
      case 'lane':
        this.#forgedCount();
        this.#agreed.rememberLane(this.state.lanes.get(item.currency) ?? item, item);
        this.state.lanes.set(item.currency, item);
        return;
      case 'instruction':
        this.#agreed.rememberForged(this.state.instructions.get(item.id) ?? item, item);
        this.state.instructions.set(item.id, item);
        return;
      case 'put-back':
        this.isPutBack = true;
        this.#agreed.rememberOverwritten(this.state.instructions.get(item.id) ?? item);
        this.state.instructions.set(item.id, item);
        this.#noteAgain(forgery.noted);
        return;
      default:
        kind satisfies never;
    }
  }

  #noteAgain(noted: (Forgery & { readonly kind: 'put-back' })['noted']): void {
    const lane = noted === null ? undefined : this.state.lanes.get(noted.currency);
    if (noted === null || lane === undefined) return;
    const open = { ...lane.open, [noted.open.instructionId]: noted.open };
    this.state.lanes.set(lane.currency, { ...lane, open });
  }

  override commit(wanted: readonly LedgerWrite[], by: string | null = null): CommitResult {
    this.#by = by;
    return super.commit(wanted);
  }

  protected override asKept(writes: readonly LedgerWrite[]): readonly LedgerWrite[] {
    return this.#later?.kept(writes) ?? writes;
  }
}
