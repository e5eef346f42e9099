import type { Denials } from '../audit/denial.ts';
import type { Calendar } from '../calendars/calendar.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Break } from '../ledger/break.ts';
import type { FailingRuleState } from '../ledger/failing-rule-state.ts';
import type { FailingWebhookState } from '../ledger/failing-webhook-state.ts';
import type { LowBalanceState } from '../ledger/low-balance.ts';
import type { MissedOccurrences } from '../ledger/missed-occurrences.ts';
import type { PolicyChange } from '../ledger/policy-change.ts';
import type { Reminder } from '../ledger/reminder.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import type { WrittenExport } from '../ledger/written-export.ts';
import type { Controls } from '../policy/controls.ts';
import type { HaltState } from '../policy/halt-state.ts';
import type { ManualRate } from '../policy/manual-rate.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Webhook } from '../policy/webhook.ts';
import type { Snapshot } from '../snapshots/snapshot.ts';
import type { TokenUse } from '../snapshots/token-use.ts';
import type { StoredStatementHead } from '../statements/statement.ts';
import type { ClosedDay } from '../tie-out/closed-day.ts';
import type { Instant } from '../time/instant.ts';

/** One write of one item, before and after. `before` is null for a new item. */
export interface Moved<Entity extends string, Item> {
  readonly entity: Entity;
  readonly tenant: string;
  /** When the ledger wrote it, to the second: for items without a time of their own. */
  readonly recordedAt: Instant;
  readonly before: Item | null;
  readonly after: Item;
}

/** A write that can become an event, in the ledger or among the snapshots. Another topic adds its entity here. */
export type LedgerMove =
  | Moved<'instruction', Instruction>
  | Moved<'change', PolicyChange>
  | Moved<'rule', SweepRule>
  | Moved<'account', RegisteredAccount>
  | Moved<'calendar', Calendar>
  | Moved<'webhook', Webhook>
  | Moved<'manual-rate', ManualRate>
  | Moved<'matching-rule', MatchingRule>
  | Moved<'controls', Controls>
  | Moved<'halt', HaltState>
  | Moved<'break', Break>
  | Moved<'missed', MissedOccurrences>
  | Moved<'unbooked', UnbookedConclusion>
  | Moved<'statement', StoredStatementHead>
  | Moved<'closed-day', ClosedDay>
  | Moved<'denials', Denials>
  | Moved<'lane', Lane>
  | Moved<'export', WrittenExport>
  | Moved<'reminder', Reminder>
  | Moved<'low-balance', LowBalanceState>
  | Moved<'failing-rule', FailingRuleState>
  | Moved<'failing-webhook', FailingWebhookState>
  | Moved<'snapshot', Snapshot>
  | Moved<'token-use', TokenUse>;

export type MoveOf<Entity extends LedgerMove['entity']> = LedgerMove & { readonly entity: Entity };
