import type { AuditEntry, AuditHead } from '../../treasury/audit/audit-entry.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import type { SharedCounts } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { CommitResult, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { HaltMarks } from '../../treasury/policy/halt-marks.ts';
import type { HaltAct, HaltState } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { applyHalt, applyWrite, type Before } from './apply-write.ts';
import type { BookedKinds } from './books.ts';
import type { LedgerState } from './ledger-state.ts';
import { holds } from './write-conditions.ts';

/** A commit that was done, with what stood before in the place of each write: what the stream of the table delivers. */
export interface CommittedWrites {
  readonly changes: readonly LedgerWrite[];
  readonly before: readonly Before[];
}

/**
 * The ledger of one tenant, in memory: the very conditions of adapters/store/writes.ts, all or nothing. test/contract
 * holds it against the real adapter on the real engine. What it keeps is never changed, only replaced, so reads hand it
 * out as it is. Everything is answered at once; `ledger-ports.ts` has the ports.
 */
export class LedgerInMemory {
  /** Identity of the table. */
  readonly epoch: string;
  protected readonly state: LedgerState;
  #observer: (committed: CommittedWrites) => void = () => {};

  constructor(epoch: string, state: LedgerState) {
    this.epoch = epoch;
    this.state = state;
  }

  /** Who hears of every commit, in their order: one at a time, as of a stream. */
  observe(observer: (committed: CommittedWrites) => void): void {
    this.#observer = observer;
  }

  get controls(): Controls | null {
    return this.state.controls;
  }

  get halt(): HaltState {
    return this.state.halt;
  }

  /** The one write that rests on nothing. */
  haltBy(act: HaltAct): HaltState {
    applyHalt(this.state, act);
    return this.state.halt;
  }

  /** The last marks of everything and of each currency, as the ledger's port answers them. */
  haltMarks(currencies: readonly string[] | 'all'): HaltMarks {
    const lastOf = (wanted: string | undefined) =>
      Math.max(
        0,
        ...this.state.haltMarks
          .filter(({ currency }) => currency === wanted)
          .map(({ generation }) => generation),
      );
    const marked = this.state.haltMarks.flatMap(({ currency }) => currency ?? []);
    const asked = currencies === 'all' ? new Set(marked) : currencies;
    const each = [...asked].map((currency) => [currency, lastOf(currency)] as const);
    return {
      everything: lastOf(undefined),
      currencies: Object.fromEntries(each.filter(([, generation]) => generation > 0)),
    };
  }

  counts(name: SharedName): SharedCounts | null {
    return this.state.counts.get(name) ?? null;
  }

  get audit(): readonly AuditEntry[] {
    return this.state.audit;
  }

  policy(): Policy {
    const calendars = inForce(this.state.calendars);
    return {
      controls: this.state.controls,
      halt: this.state.halt,
      accounts: inForce(this.state.accounts),
      ...(calendars.length > 0 && { calendars }),
      rules: inForce(this.state.rules),
    };
  }

  account(id: string): RegisteredAccount | null {
    return this.state.accounts.get(id) ?? null;
  }

  calendar(id: string): Calendar | null {
    return this.state.calendars.get(id) ?? null;
  }

  rule(id: string): SweepRule | null {
    return this.state.rules.get(id) ?? null;
  }

  lanes(): readonly Lane[] {
    return [...this.state.lanes.values()];
  }

  lane(currency: string): Lane | null {
    return this.state.lanes.get(currency) ?? null;
  }

  instructions(): Iterable<Instruction> {
    return this.state.instructions.values();
  }

  instruction(id: string): Instruction | null {
    return this.state.instructions.get(id) ?? null;
  }

  change(id: string): PolicyChange | null {
    return this.state.changes.get(id) ?? null;
  }

  changes(): Iterable<PolicyChange> {
    return this.state.changes.values();
  }

  /** An item of the books; without an id, the only one of its kind. */
  booked<K extends keyof BookedKinds>(kind: K, id?: string): BookedKinds[K] | null {
    return this.state.books.get(kind, id);
  }

  /** Items of the books whose keys lie between two, both included; without them, all of the kind. */
  bookedBetween<K extends keyof BookedKinds>(
    kind: K,
    from?: string,
    to?: string,
  ): readonly BookedKinds[K][] {
    return this.state.books.between(kind, from, to);
  }

  /** Claims by the end of their windows. */
  claimsBetween(from: string, to: string): readonly ClaimWindow[] {
    return this.state.claims.between(from, to);
  }

  auditHead(): AuditHead {
    return this.state.auditHead();
  }

  knownWithdrawals(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.state.written.has(`WITHDRAWAL#${id}`)));
  }

  knownTrades(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.state.written.has(`TRADE#${id}`)));
  }

  decisionRun(tick: string): readonly DecisionRun[] {
    return this.state.runs.of(tick);
  }

  /** The records of runs, which lie beside the snapshots. */
  get runs(): LedgerState['runs'] {
    return this.state.runs;
  }

  commit(wanted: readonly LedgerWrite[]): CommitResult {
    const failed = wanted.filter((change) => !holds(this.state, change)).map(({ kind }) => kind);
    if (failed.length > 0) return { ok: false, conflicts: [...new Set(failed)] };
    const changes = this.asKept(wanted);
    const before = changes.map((change) => applyWrite(this.state, change));
    this.#observer({ changes, before });
    return { ok: true };
  }

  /** Writes that are done, as they are kept. */
  protected asKept(writes: readonly LedgerWrite[]): readonly LedgerWrite[] {
    return writes;
  }
}

function inForce<T extends { readonly deletedAt?: string }>(items: ReadonlyMap<string, T>) {
  return [...items.values()].filter(({ deletedAt }) => deletedAt === undefined);
}
