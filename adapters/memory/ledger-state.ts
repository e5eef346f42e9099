import { type AuditEntry, type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import type { SharedCounts } from '../../treasury/counters/shared-counts.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { HaltMark } from '../../treasury/policy/halt-marks.ts';
import { type HaltState, neverHalted } from '../../treasury/policy/halt-state.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { Books } from './books.ts';
import { InOrder } from './in-order.ts';
import { RunRecords } from './run-records.ts';

/** Everything that the ledger's table holds of one tenant. What is kept is never changed, only replaced. */
export class LedgerState {
  readonly tenant: string;
  controls: Controls | null = null;
  halt: HaltState;
  haltMarks: readonly HaltMark[] = [];
  counts = new Map<SharedName, SharedCounts>();
  audit: AuditEntry[] = [];
  rules = new Map<string, SweepRule>();
  accounts = new Map<string, RegisteredAccount>();
  calendars = new Map<string, Calendar>();
  lanes = new Map<string, Lane>();
  instructions = new Map<string, Instruction>();
  changes = new Map<string, PolicyChange>();
  books = new Books();
  /** Claims in their index, by the end of their windows. */
  claims = new InOrder<ClaimWindow>();
  /** Keys of items that are written once: decisions, known withdrawals, versions of the policy. */
  written = new Set<string>();
  /** In a table of their own, which no restore of the ledger touches. */
  runs = new RunRecords();

  constructor(tenant: string) {
    this.tenant = tenant;
    this.halt = neverHalted(tenant);
  }

  /** What a backup of this moment holds. */
  copy(): LedgerState {
    const copy = new LedgerState(this.tenant);
    copy.controls = this.controls;
    copy.halt = this.halt;
    copy.haltMarks = this.haltMarks;
    copy.counts = new Map(this.counts);
    copy.audit = [...this.audit];
    copy.rules = new Map(this.rules);
    copy.accounts = new Map(this.accounts);
    copy.calendars = new Map(this.calendars);
    copy.lanes = new Map(this.lanes);
    copy.instructions = new Map(this.instructions);
    copy.changes = new Map(this.changes);
    copy.books = new Books(this.books);
    copy.claims = new InOrder(this.claims);
    copy.written = new Set(this.written);
    copy.runs = this.runs;
    return copy;
  }

  auditHead(): AuditHead {
    const last = this.audit.at(-1);
    return last === undefined ? EMPTY_CHAIN : { sequence: last.sequence, hash: last.hash };
  }
}
