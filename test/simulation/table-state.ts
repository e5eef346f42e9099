import { type AuditEntry, type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { PolicyChange } from '../../treasury/ledger/policy-change.ts';
import type { ApprovalUsage } from '../../treasury/limits/approval-usage.ts';
import type { OutflowUsage } from '../../treasury/limits/outflow-usage.ts';
import type { TradeUsage } from '../../treasury/limits/trade-usage.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { HaltMark } from '../../treasury/policy/halt-marks.ts';
import { type HaltState, neverHalted } from '../../treasury/policy/halt-state.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { Agreed } from './forgeries.ts';
import { RunRecords } from './run-records.ts';
import type { Booked } from './table-keys.ts';

/** Everything that the ledger's table holds. What is kept is never changed, only replaced. */
export class TableState {
  controls: Controls | null = null;
  halt: HaltState = neverHalted('main');
  haltMarks: readonly HaltMark[] = [];
  tradeUsage: TradeUsage | null = null;
  approvalUsage: ApprovalUsage | null = null;
  outflowUsage: OutflowUsage | null = null;
  audit: AuditEntry[] = [];
  rules = new Map<string, SweepRule>();
  accounts = new Map<string, RegisteredAccount>();
  calendars = new Map<string, Calendar>();
  agreed = new Agreed();
  lanes = new Map<string, Lane>();
  instructions = new Map<string, Instruction>();
  changes = new Map<string, PolicyChange>();
  /** Flows, breaks and pending claims, by their kind and key. */
  books = new Map<string, Booked>();
  /** Claims in their index. */
  claims = new Set<string>();
  /** Keys of items that are written once: decisions, known withdrawals, versions of the policy. */
  written = new Set<string>();
  /** In a table of their own, which no restore of the ledger touches. */
  runs = new RunRecords();

  /** What a backup of this moment holds. */
  copy(): TableState {
    const copy = new TableState();
    copy.controls = this.controls;
    copy.halt = this.halt;
    copy.haltMarks = this.haltMarks;
    copy.tradeUsage = this.tradeUsage;
    copy.approvalUsage = this.approvalUsage;
    copy.outflowUsage = this.outflowUsage;
    copy.audit = [...this.audit];
    copy.rules = new Map(this.rules);
    copy.accounts = new Map(this.accounts);
    copy.calendars = new Map(this.calendars);
    copy.agreed = new Agreed(this.agreed);
    copy.lanes = new Map(this.lanes);
    copy.instructions = new Map(this.instructions);
    copy.changes = new Map(this.changes);
    copy.books = new Map(this.books);
    copy.claims = new Set(this.claims);
    copy.written = new Set(this.written);
    copy.runs = this.runs;
    return copy;
  }

  auditHead(): AuditHead {
    const last = this.audit.at(-1);
    return last === undefined ? EMPTY_CHAIN : { sequence: last.sequence, hash: last.hash };
  }
}
