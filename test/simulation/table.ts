import { type AuditEntry, type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
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
import { type HaltMark, type HaltMarks, marksOf } from '../../treasury/policy/halt-marks.ts';
import {
  type HaltAct,
  type HaltState,
  haltedBy,
  neverHalted,
  withoutOldestAct,
} from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { Agreed, type Forgery } from './forgeries.ts';
import type { LaterFields } from './later-fields.ts';
import { RunRecords } from './run-records.ts';
import { type Booked, bookOf, claimKey, follows, keyOf } from './table-keys.ts';

/** A commit that was done, with what stood before in the place of each change. */
export interface Committed {
  readonly table: SimulatedTable;
  readonly changes: readonly LedgerWrite[];
  readonly before: readonly (Instruction | Lane | Controls | null)[];
}

type Observer = (committed: Committed) => void;

/**
 * The ledger's table, in memory: the very conditions of adapters/store/writes.ts, all or nothing. A
 * contract test holds it against the real adapter on the real engine. What it keeps is never changed,
 * only replaced, so reads hand it out as it is.
 */
export class SimulatedTable {
  readonly epoch: string;
  #observer: Observer = () => {};
  #controls: Controls | null = null;
  #halt: HaltState = neverHalted('main');
  #haltMarks: readonly HaltMark[] = [];
  #tradeUsage: TradeUsage | null = null;
  #approvalUsage: ApprovalUsage | null = null;
  #outflowUsage: OutflowUsage | null = null;
  #audit: AuditEntry[] = [];
  #rules = new Map<string, SweepRule>();
  #accounts = new Map<string, RegisteredAccount>();
  #calendars = new Map<string, Calendar>();
  #agreed = new Agreed();
  #lanes = new Map<string, Lane>();
  #instructions = new Map<string, Instruction>();
  #changes = new Map<string, PolicyChange>();
  /** Flows, breaks and pending claims, by their kind and key. */
  #books = new Map<string, Booked>();
  /** Claims in their index. */
  #claims = new Set<string>();
  /** Keys of items that are written once: decisions, known withdrawals, versions of the policy. */
  #written = new Set<string>();
  /** In a table of their own, which no restore of the ledger touches. */
  #runs = new RunRecords();

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
    copy.#controls = this.#controls;
    copy.#halt = this.#halt;
    copy.#haltMarks = this.#haltMarks;
    copy.#tradeUsage = this.#tradeUsage;
    copy.#approvalUsage = this.#approvalUsage;
    copy.#outflowUsage = this.#outflowUsage;
    copy.#audit = [...this.#audit];
    copy.#rules = new Map(this.#rules);
    copy.#accounts = new Map(this.#accounts);
    copy.#calendars = new Map(this.#calendars);
    copy.#agreed = new Agreed(this.#agreed);
    copy.#lanes = new Map(this.#lanes);
    copy.#instructions = new Map(this.#instructions);
    copy.#changes = new Map(this.#changes);
    copy.#books = new Map(this.#books);
    copy.#claims = new Set(this.#claims);
    copy.#written = new Set(this.#written);
    copy.#runs = this.#runs;
    return copy;
  }

  get controls(): Controls | null {
    return this.#controls;
  }

  get halt(): HaltState {
    return this.#halt;
  }

  /** The one write that rests on nothing. */
  haltBy(act: HaltAct): HaltState {
    this.#halt = haltedBy(this.#halt, act);
    this.#haltMarks = [...this.#haltMarks, ...marksOf(this.#halt, act)];
    return this.#halt;
  }

  /** The last marks of everything and of each currency, as the ledger's port answers them. */
  haltMarks(currencies: readonly string[] | 'all'): HaltMarks {
    const lastOf = (wanted: string | undefined) =>
      Math.max(
        0,
        ...this.#haltMarks
          .filter(({ currency }) => currency === wanted)
          .map(({ generation }) => generation),
      );
    const marked = this.#haltMarks.flatMap(({ currency }) => currency ?? []);
    const asked = currencies === 'all' ? new Set(marked) : currencies;
    const each = [...asked].map((currency) => [currency, lastOf(currency)] as const);
    return {
      everything: lastOf(undefined),
      currencies: Object.fromEntries(each.filter(([, generation]) => generation > 0)),
    };
  }

  get tradeUsage(): TradeUsage | null {
    return this.#tradeUsage;
  }

  get outflowUsage(): OutflowUsage | null {
    return this.#outflowUsage;
  }

  get approvalUsage(): ApprovalUsage | null {
    return this.#approvalUsage;
  }

  get audit(): readonly AuditEntry[] {
    return this.#audit;
  }

  policy(): Policy {
    return {
      controls: this.#controls,
      halt: this.#halt,
      accounts: [...this.#accounts.values()].filter(({ deletedAt }) => deletedAt === undefined),
      calendars: [...this.#calendars.values()].filter(({ deletedAt }) => deletedAt === undefined),
      rules: [...this.#rules.values()].filter(({ deletedAt }) => deletedAt === undefined),
    };
  }

  account(id: string): RegisteredAccount | null {
    return this.#accounts.get(id) ?? null;
  }

  calendar(id: string): Calendar | null {
    return this.#calendars.get(id) ?? null;
  }

  rule(id: string): SweepRule | null {
    return this.#rules.get(id) ?? null;
  }

  /** As people agreed to it, whatever was forged. */
  agreedRule(id: string): SweepRule | null {
    const current = this.#rules.get(id);
    return current === undefined ? null : this.#agreed.ruleFor(current);
  }

  agreedCalendar(id: string): Calendar | null {
    const current = this.#calendars.get(id);
    return current === undefined ? null : this.#agreed.calendarFor(current);
  }

  /** An instruction as it was before it was forged; null if it never was. */
  beforeForgery(id: string): Instruction | null {
    return this.#agreed.instruction(id);
  }

  /** An intruder with write access to the table: no condition, no version, no seal. */
  forge({ kind, item }: Forgery): void {
    switch (kind) {
      case 'rule':
        this.#agreed.rememberRule(this.#rules.get(item.id) ?? item);
        this.#rules.set(item.id, item);
        return;
      case 'calendar':
        this.#agreed.rememberCalendar(this.#calendars.get(item.id) ?? item);
        this.#calendars.set(item.id, item);
        return;
      case 'instruction':
        this.#agreed.rememberInstruction(this.#instructions.get(item.id) ?? item);
        this.#instructions.set(item.id, item);
        return;
      default:
        kind satisfies never;
    }
  }

  lanes(): readonly Lane[] {
    return [...this.#lanes.values()];
  }

  lane(currency: string): Lane | null {
    return this.#lanes.get(currency) ?? null;
  }

  instructions(): Iterable<Instruction> {
    return this.#instructions.values();
  }

  instruction(id: string): Instruction | null {
    return this.#instructions.get(id) ?? null;
  }

  change(id: string): PolicyChange | null {
    return this.#changes.get(id) ?? null;
  }

  booked(key: string): Booked | null {
    return this.#books.get(key) ?? null;
  }

  auditHead(): AuditHead {
    const last = this.#audit.at(-1);
    return last === undefined ? EMPTY_CHAIN : { sequence: last.sequence, hash: last.hash };
  }

  knownWithdrawals(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.#written.has(`WITHDRAWAL#${id}`)));
  }

  knownTrades(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => this.#written.has(`TRADE#${id}`)));
  }

  decisionRun(tick: string): readonly DecisionRun[] {
    return this.#runs.of(tick);
  }

  commit(wanted: readonly LedgerWrite[]): CommitResult {
    const failed = wanted.filter((change) => !this.#holds(change)).map(({ kind }) => kind);
    if (failed.length > 0) return { ok: false, conflicts: [...new Set(failed)] };
    const changes = this.#later?.kept(wanted) ?? wanted;
    const before = changes.map((change) => this.#apply(change));
    this.#observer({ table: this, changes, before });
    return { ok: true };
  }

  #holds(change: LedgerWrite): boolean {
    switch (change.kind) {
      case 'create-instruction':
        return !this.#instructions.has(change.instruction.id);
      case 'replace-instruction':
        return follows(this.#instructions.get(change.instruction.id), change.instruction);
      case 'create-lane':
        return !this.#lanes.has(change.lane.currency);
      case 'replace-lane':
        return this.#laneHolds(change);
      case 'rearm-lane': {
        const current = this.#lanes.get(change.lane.currency);
        return (
          follows(current, change.lane) &&
          current?.epoch === change.fromEpoch &&
          current.status.state === 'idle'
        );
      }
      case 'assert-controls-unchanged':
        return this.#controlsHold(change);
      case 'assert-halt-generation':
        return this.#haltHolds(change);
      case 'halt':
      case 'mark-halt':
        return true;
      case 'resume':
        return this.#halt.generation === change.halt.resumed.generation;
      case 'halt-audited': {
        const { audited } = change;
        return 'actId' in audited
          ? [0, audited.againAt ?? 0].every((at) => this.#halt.unaudited[at]?.id === audited.actId)
          : this.#halt.unkept >= audited.unkept;
      }
      case 'assert-rule-unchanged': {
        const rule = this.#rules.get(change.ruleId);
        return rule?.version === change.version && rule.enabled;
      }
      case 'assert-account-unchanged': {
        const account = this.#accounts.get(change.accountId);
        return (
          account?.version === change.version &&
          account.status === 'active' &&
          account.currency === change.currency &&
          (account.usableFrom === undefined || account.usableFrom <= change.at)
        );
      }
      case 'assert-calendar-unchanged':
        return this.#calendars.get(change.calendarId)?.version === change.version;
      case 'put-calendar':
        return (
          follows(this.#calendars.get(change.calendar.id), change.calendar) && this.#isNew(change)
        );
      case 'put-manual-rate':
      case 'put-matching-rule': {
        const { key, booked } = bookOf(change);
        return follows(this.#books.get(key), booked) && this.#isNew(change);
      }
      case 'assert-matching-rule-unchanged': {
        const rule = this.#books.get(`MATCHING-RULE#${change.ruleId}`);
        return rule?.version === change.version && 'enabled' in rule && rule.enabled;
      }
      case 'put-trade-usage':
        return follows(this.#tradeUsage, change.usage);
      case 'put-outflow-usage':
        return follows(this.#outflowUsage, change.usage);
      case 'put-approval-usage':
        return follows(this.#approvalUsage, change.usage);
      case 'append-audit':
        return this.#auditHolds(change.entry);
      case 'put-controls':
        return follows(this.#controls, change.controls) && this.#isNew(change);
      case 'put-rule':
        return follows(this.#rules.get(change.rule.id), change.rule) && this.#isNew(change);
      case 'put-account':
        return (
          follows(this.#accounts.get(change.account.id), change.account) && this.#isNew(change)
        );
      case 'put-change':
        return follows(this.#changes.get(change.change.id), change.change);
      case 'put-matching-usage':
      case 'put-flow':
      case 'put-break':
      case 'put-pending-claims':
      case 'put-rearming':
      case 'put-unbooked':
      case 'put-webhook': {
        const { key, booked } = bookOf(change);
        return follows(this.#books.get(key), booked);
      }
      case 'put-claim':
        return this.#claims.has(claimKey(change.window));
      case 'mark-count':
        return this.#isNew(change);
      case 'create-decision-run':
        return this.#runs.isNew(change.run);
      case 'create-webhook-secret':
      case 'record-missed':
      case 'record-withdrawal-id':
      case 'record-trade-id':
        return this.#isNew(change);
      default:
        return change satisfies never;
    }
  }

  #laneHolds({ lane, from, releasedAt }: LedgerWrite & { readonly kind: 'replace-lane' }): boolean {
    const current = this.#lanes.get(lane.currency);
    if (current === undefined || current.version !== lane.version - 1) return false;
    if (current.epoch !== lane.epoch || current.status.state !== from) return false;
    if (releasedAt === undefined) return true;
    return current.status.state !== 'idle' && current.status.claim.quarantineUntil <= releasedAt;
  }

  #controlsHold(change: LedgerWrite & { readonly kind: 'assert-controls-unchanged' }): boolean {
    const controls = this.#controls;
    if (controls?.version !== change.version || controls.mode !== change.mode) return false;
    return change.currencies.every((currency) => {
      const own = controls.currencyModes[currency];
      return own === undefined || own === change.mode;
    });
  }

  #haltHolds({
    generation,
    currencies,
  }: LedgerWrite & { readonly kind: 'assert-halt-generation' }): boolean {
    const halt = this.#halt;
    if (halt.generation !== generation) return false;
    return (
      halt.mode === 'live' && currencies.every((each) => !Object.hasOwn(halt.currencies, each))
    );
  }

  #auditHolds(entry: AuditEntry): boolean {
    const head = this.auditHead();
    if (this.#audit.length >= entry.sequence) return false;
    return entry.sequence === 1 ? head.sequence === 0 : head.hash === entry.previousHash;
  }

  #enterClaim({ id, status }: Instruction): void {
    if (status.state !== 'sending') return;
    const { quarantineUntil } = status.claim;
    this.#claims.add(claimKey({ instructionId: id, quarantineUntil }));
  }

  #isNew(change: LedgerWrite): boolean {
    const key = keyOf(change);
    return key !== null && !this.#written.has(key);
  }

  #apply(change: LedgerWrite): Instruction | Lane | Controls | null {
    const key = keyOf(change);
    if (key !== null) this.#written.add(key);
    switch (change.kind) {
      case 'create-instruction':
      case 'replace-instruction':
        this.#enterClaim(change.instruction);
        return replace(this.#instructions, change.instruction.id, change.instruction);
      case 'create-lane':
      case 'replace-lane':
      case 'rearm-lane':
        return replace(this.#lanes, change.lane.currency, change.lane);
      case 'put-trade-usage':
        this.#tradeUsage = change.usage;
        return null;
      case 'put-outflow-usage':
        this.#outflowUsage = change.usage;
        return null;
      case 'put-approval-usage':
        this.#approvalUsage = change.usage;
        return null;
      case 'put-controls': {
        const before = this.#controls;
        this.#controls = change.controls;
        return before;
      }
      case 'halt':
        this.haltBy(change.act);
        return null;
      case 'mark-halt':
        this.#haltMarks = [...this.#haltMarks, change.mark];
        return null;
      case 'resume': {
        const { unaudited, unkept } = this.#halt;
        this.#halt = { ...change.halt, unaudited, unkept };
        return null;
      }
      case 'halt-audited': {
        const { audited } = change;
        this.#halt =
          'actId' in audited
            ? withoutOldestAct(this.#halt)
            : { ...this.#halt, unkept: this.#halt.unkept - audited.unkept };
        return null;
      }
      case 'put-rule':
        this.#rules.set(change.rule.id, change.rule);
        return null;
      case 'put-calendar':
        this.#calendars.set(change.calendar.id, change.calendar);
        return null;
      case 'put-account':
        this.#accounts.set(change.account.id, change.account);
        return null;
      case 'put-change':
        this.#changes.set(change.change.id, change.change);
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
        this.#books.set(key, booked);
        return null;
      }
      case 'append-audit':
        this.#audit.push(change.entry);
        return null;
      case 'create-decision-run':
        this.#runs.put(change.run);
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
