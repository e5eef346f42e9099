import type { AuditEntry, AuditHead } from '../../treasury/audit/audit-entry.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { CommitResult, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { ApprovalUsage } from '../../treasury/limits/approval-usage.ts';
import type { OutflowUsage } from '../../treasury/limits/outflow-usage.ts';
import type { TradeUsage } from '../../treasury/limits/trade-usage.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { type HaltMarks, marksOf } from '../../treasury/policy/halt-marks.ts';
import {
  type HaltAct,
  type HaltState,
  haltedBy,
  withoutOldestAct,
} from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { CountMark } from '../../treasury/seals/count-seal.ts';
import type { Forgery } from './forgeries.ts';
import type { LaterFields } from './later-fields.ts';
import { holds } from './table-conditions.ts';
import { type Booked, bookOf, claimKey, countMarkOf, keyOf } from './table-keys.ts';
import { TableState } from './table-state.ts';

/** A commit that was done, with what stood before in the place of each change. */
export interface Committed {
  readonly table: SimulatedTable;
  readonly changes: readonly LedgerWrite[];
  readonly before: readonly (Instruction | Lane | Controls | null)[];
  /** The invocation that wrote; null: people and intruders of the world itself. */
  readonly by: string | null;
}

type Observer = (committed: Committed) => void;

/**
 * The ledger's table, in memory: the very conditions of adapters/store/writes.ts, all or nothing. A
 * contract test holds it against the real adapter on the real engine. What it keeps is never changed,
 * only replaced, so reads hand it out as it is.
 */
export class SimulatedTable {
  readonly epoch: string;
  #state = new TableState();
  #observer: Observer = () => {};

  readonly #later: LaterFields | null;

  /** `later`: every item that is made has fields of a later version, which whoever rewrites it must keep. */
  constructor(epoch: string, later: LaterFields | null = null) {
    this.epoch = epoch;
    this.#later = later;
  }

  observe(observer: Observer): void {
    this.#observer = observer;
  }

  /** What a backup of this moment holds, restored into a new table. */
  restored(epoch: string): SimulatedTable {
    const copy = new SimulatedTable(epoch, this.#later?.restored() ?? null);
    copy.#state = this.#state.copy();
    return copy;
  }

  get controls(): Controls | null {
    return this.#state.controls;
  }

  get halt(): HaltState {
    return this.#state.halt;
  }

  /** The one write that rests on nothing. */
  haltBy(act: HaltAct): HaltState {
    this.#state.halt = haltedBy(this.#state.halt, act);
    this.#state.haltMarks = [...this.#state.haltMarks, ...marksOf(this.#state.halt, act)];
    return this.#state.halt;
  }

  /** The last marks of everything and of each currency, as the ledger's port answers them. */
  haltMarks(currencies: readonly string[] | 'all'): HaltMarks {
    const lastOf = (wanted: string | undefined) =>
      Math.max(
        0,
        ...this.#state.haltMarks
          .filter(({ currency }) => currency === wanted)
          .map(({ generation }) => generation),
      );
    const marked = this.#state.haltMarks.flatMap(({ currency }) => currency ?? []);
    const asked = currencies === 'all' ? new Set(marked) : currencies;
    const each = [...asked].map((currency) => [currency, lastOf(currency)] as const);
    return {
      everything: lastOf(undefined),
      currencies: Object.fromEntries(each.filter(([, generation]) => generation > 0)),
    };
  }

  get tradeUsage(): TradeUsage | null {
    return this.#state.tradeUsage;
  }

  get outflowUsage(): OutflowUsage | null {
    return this.#state.outflowUsage;
  }

  get approvalUsage(): ApprovalUsage | null {
    return this.#state.approvalUsage;
  }

  get audit(): readonly AuditEntry[] {
    return this.#state.audit;
  }

  policy(): Policy {
    return {
      controls: this.#state.controls,
      halt: this.#state.halt,
      accounts: [...this.#state.accounts.values()].filter(
        ({ deletedAt }) => deletedAt === undefined,
      ),
      calendars: [...this.#state.calendars.values()].filter(
        ({ deletedAt }) => deletedAt === undefined,
      ),
      rules: [...this.#state.rules.values()].filter(({ deletedAt }) => deletedAt === undefined),
    };
  }

  account(id: string): RegisteredAccount | null {
    return this.#state.accounts.get(id) ?? null;
  }

  calendar(id: string): Calendar | null {
    return this.#state.calendars.get(id) ?? null;
  }

  rule(id: string): SweepRule | null {
    return this.#state.rules.get(id) ?? null;
  }

  /** As people agreed to it, whatever was forged. */
  agreedRule(id: string): SweepRule | null {
    const current = this.#state.rules.get(id);
    return current === undefined ? null : this.#state.agreed.ruleFor(current);
  }

  agreedCalendar(id: string): Calendar | null {
    const current = this.#state.calendars.get(id);
    return current === undefined ? null : this.#state.agreed.calendarFor(current);
  }

  /** A lane, and whatever an intruder had in its place at the same version. */
  lanesAt(lane: Lane): readonly Lane[] {
    return this.#state.agreed.lanesAt(lane);
  }

  /** Whether what this lane counts is an intruder's, and not what Sluice counted. */
  isForgedLane(currency: string): boolean {
    return this.#state.agreed.isForgedLane(currency);
  }

  /** An instruction as it was before it was forged; null if it never was. */
  beforeForgery(id: string): Instruction | null {
    return this.#state.agreed.instruction(id);
  }

  asForged(id: string): Instruction | null {
    return this.#state.agreed.forged(id);
  }

  /** An instruction as it had ended before an intruder put an earlier state of it back; null if it never was. */
  beforePutBack(id: string): Instruction | null {
    return this.#state.agreed.overwritten(id);
  }

  /** An intruder with write access to the table: no condition, no version, no seal. */
  forge(forgery: Forgery): void {
    const { kind, item } = forgery;
    switch (kind) {
      case 'rule':
        this.#state.agreed.rememberRule(this.#state.rules.get(item.id) ?? item);
        this.#state.rules.set(item.id, item);
        return;
      case 'calendar':
        this.#state.agreed.rememberCalendar(this.#state.calendars.get(item.id) ?? item);
        this.#state.calendars.set(item.id, item);
        return;
      case 'outflow-usage':
        this.#state.outflowUsage = item;
        return;
      case 'approval-usage':
        this.#state.approvalUsage = item;
        return;
      case 'trade-usage':
        this.#state.tradeUsage = item;
        return;
      case 'lane':
        this.#state.agreed.rememberLane(this.#state.lanes.get(item.currency) ?? item, item);
        this.#state.lanes.set(item.currency, item);
        return;
      case 'instruction':
        this.#state.agreed.rememberForged(this.#state.instructions.get(item.id) ?? item, item);
        this.#state.instructions.set(item.id, item);
        return;
      case 'put-back':
        this.#state.agreed.rememberOverwritten(this.#state.instructions.get(item.id) ?? item);
        this.#state.instructions.set(item.id, item);
        this.#noteAgain(forgery.noted);
        return;
      default:
        kind satisfies never;
    }
  }

  #noteAgain(noted: (Forgery & { readonly kind: 'put-back' })['noted']): void {
    const lane = noted === null ? undefined : this.#state.lanes.get(noted.currency);
    if (noted === null || lane === undefined) return;
    const open = { ...lane.open, [noted.open.instructionId]: noted.open };
    this.#state.lanes.set(lane.currency, { ...lane, open });
  }

  lanes(): readonly Lane[] {
    return [...this.#state.lanes.values()];
  }

  lane(currency: string): Lane | null {
    return this.#state.lanes.get(currency) ?? null;
  }

  instructions(): Iterable<Instruction> {
    return this.#state.instructions.values();
  }

  instruction(id: string): Instruction | null {
    return this.#state.instructions.get(id) ?? null;
  }

  change(id: string): PolicyChange | null {
    return this.#state.changes.get(id) ?? null;
  }

  booked(key: string): Booked | null {
    return this.#state.books.get(key) ?? null;
  }

  auditHead(): AuditHead {
    return this.#state.auditHead();
  }

  knownWithdrawals(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.#state.written.has(`WITHDRAWAL#${id}`)));
  }

  knownTrades(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.#state.written.has(`TRADE#${id}`)));
  }

  /** The tables that counts were sealed in, and the last number that a count has taken in one of them. */
  countedTables(): readonly string[] {
    return [...new Set(this.#countMarks().map(({ epoch }) => epoch))];
  }

  lastCountNumber(of: string, epoch: string): number {
    const own = this.#countMarks().filter((mark) => mark.of === of && mark.epoch === epoch);
    return Math.max(0, ...own.map(({ number }) => number));
  }

  #countMarks(): readonly CountMark[] {
    return [...this.#state.written].flatMap((key) => countMarkOf(key) ?? []);
  }

  decisionRun(tick: string): readonly DecisionRun[] {
    return this.#state.runs.of(tick);
  }

  commit(wanted: readonly LedgerWrite[], by: string | null = null): CommitResult {
    const failed = wanted.filter((change) => !holds(this.#state, change)).map(({ kind }) => kind);
    if (failed.length > 0) return { ok: false, conflicts: [...new Set(failed)] };
    const changes = this.#later?.kept(wanted) ?? wanted;
    const before = changes.map((change) => this.#apply(change));
    this.#observer({ table: this, changes, before, by });
    return { ok: true };
  }

  #enterClaim({ id, status }: Instruction): void {
    if (status.state !== 'sending') return;
    const { quarantineUntil } = status.claim;
    this.#state.claims.add(claimKey({ instructionId: id, quarantineUntil }));
  }

  #apply(change: LedgerWrite): Instruction | Lane | Controls | null {
    const key = keyOf(change);
    if (key !== null) this.#state.written.add(key);
    switch (change.kind) {
      case 'create-instruction':
      case 'replace-instruction':
        this.#enterClaim(change.instruction);
        return replace(this.#state.instructions, change.instruction.id, change.instruction);
      case 'create-lane':
      case 'replace-lane':
      case 'rearm-lane':
        return replace(this.#state.lanes, change.lane.currency, change.lane);
      case 'put-trade-usage':
        this.#state.tradeUsage = change.usage;
        return null;
      case 'put-outflow-usage':
        this.#state.outflowUsage = change.usage;
        return null;
      case 'put-approval-usage':
        this.#state.approvalUsage = change.usage;
        return null;
      case 'put-controls': {
        const before = this.#state.controls;
        this.#state.controls = change.controls;
        return before;
      }
      case 'halt':
        this.haltBy(change.act);
        return null;
      case 'mark-halt':
        this.#state.haltMarks = [...this.#state.haltMarks, change.mark];
        return null;
      case 'resume': {
        const { unaudited, unkept } = this.#state.halt;
        this.#state.halt = { ...change.halt, unaudited, unkept };
        return null;
      }
      case 'halt-audited': {
        const { audited } = change;
        this.#state.halt =
          'actId' in audited
            ? withoutOldestAct(this.#state.halt)
            : { ...this.#state.halt, unkept: this.#state.halt.unkept - audited.unkept };
        return null;
      }
      case 'put-rule':
        this.#state.rules.set(change.rule.id, change.rule);
        return null;
      case 'put-calendar':
        this.#state.calendars.set(change.calendar.id, change.calendar);
        return null;
      case 'put-account':
        this.#state.accounts.set(change.account.id, change.account);
        return null;
      case 'put-change':
        this.#state.changes.set(change.change.id, change.change);
        return null;
      case 'put-manual-rate':
      case 'put-matching-rule':
      case 'put-matching-usage':
      case 'put-flow':
      case 'put-break':
      case 'put-pending-claims':
      case 'put-rearming':
      case 'put-unbooked':
      case 'put-webhook': {
        const { key, booked } = bookOf(change);
        this.#state.books.set(key, booked);
        return null;
      }
      case 'append-audit':
        this.#state.audit.push(change.entry);
        return null;
      case 'create-decision-run':
        this.#state.runs.put(change.run);
        return null;
      default:
        return null;
    }
  }
}

function replace<T>(items: Map<string, T>, key: string, item: T): T | null {
  const before = items.get(key) ?? null;
  items.set(key, item);
  return before;
}
