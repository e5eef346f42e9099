import * as z from 'zod/mini';
import {
  type AuditEntry,
  type AuditHead,
  auditEntrySchema,
  auditHeadSchema,
} from '../../treasury/audit/audit-entry.ts';
import { type Denials, denialsSchema } from '../../treasury/audit/denial.ts';
import { type Calendar, calendarSchema } from '../../treasury/calendars/calendar.ts';
import type { SharedName } from '../../treasury/counters/counter.ts';
import { type SharedCounts, sharedCountsSchema } from '../../treasury/counters/shared-counts.ts';
import {
  type InstructionMark,
  instructionMarkSchema,
} from '../../treasury/instructions/instruction-mark.ts';
import { type Break, breakSchema } from '../../treasury/ledger/break.ts';
import { type ClaimWindow, claimWindowSchema } from '../../treasury/ledger/claim-window.ts';
import {
  type FailingRuleState,
  failingRuleStateSchema,
} from '../../treasury/ledger/failing-rule-state.ts';
import {
  type FailingWebhookState,
  failingWebhookStateSchema,
} from '../../treasury/ledger/failing-webhook-state.ts';
import { type Flow, flowSchema } from '../../treasury/ledger/flow.ts';
import { type KeptForecast, keptForecastSchema } from '../../treasury/ledger/kept-forecast.ts';
import { type LowBalanceState, lowBalanceStateSchema } from '../../treasury/ledger/low-balance.ts';
import { type MatchingUsage, matchingUsageSchema } from '../../treasury/ledger/matching-usage.ts';
import {
  type MissedOccurrences,
  missedOccurrencesSchema,
} from '../../treasury/ledger/missed-occurrences.ts';
import { type PendingClaims, pendingClaimsSchema } from '../../treasury/ledger/pending-claims.ts';
import { changeSchema, type PolicyChange } from '../../treasury/ledger/policy-change.ts';
import { type Rearming, rearmingSchema } from '../../treasury/ledger/rearming.ts';
import { type Reminder, reminderSchema } from '../../treasury/ledger/reminder.ts';
import {
  type UnbookedConclusion,
  unbookedSchema,
} from '../../treasury/ledger/unbooked-conclusion.ts';
import { type WebhookSecret, webhookSecretSchema } from '../../treasury/ledger/webhook-secret.ts';
import { type WrittenExport, writtenExportSchema } from '../../treasury/ledger/written-export.ts';
import {
  type Controls,
  controlsSchema,
  unreadableControls,
} from '../../treasury/policy/controls.ts';
import { type HaltMark, haltMarkSchema } from '../../treasury/policy/halt-marks.ts';
import { type HaltState, haltSchema } from '../../treasury/policy/halt-state.ts';
import { type ManualRate, manualRateSchema } from '../../treasury/policy/manual-rate.ts';
import { type MatchingRule, matchingRuleSchema } from '../../treasury/policy/matching-rule.ts';
import { type UnreadableRule, unreadableRuleSchema } from '../../treasury/policy/policy.ts';
import { accountSchema, type RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import { ruleSchema, type SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { type Webhook, webhookSchema } from '../../treasury/policy/webhook.ts';
import { record, type Stored } from '../../treasury/records/record.ts';
import {
  type StoredStatementHead,
  storedStatementHeadSchema,
} from '../../treasury/statements/statement.ts';
import { type ClosedDay, closedDaySchema } from '../../treasury/tie-out/closed-day.ts';
import { type Item, type ItemKind, type ItemReading, readOrLeft } from './item.ts';
import { ledgerKeys } from './keys.ts';

/*
 * How the things of the ledger are stored: the schema is the domain's; only the keys and indexes of an item are
 * declared here.
 */

export const CONTROLS: ItemKind<Controls> = {
  entity: 'controls',
  schema: controlsSchema,
  key: (tenant) => ledgerKeys.controls(tenant),
};

/** Controls that cannot be read stop what rests on them, and nothing beside it. */
export function controlsOf(item: Item): Controls {
  const [controls] = readOrLeft(CONTROLS, [item]).things;
  return controls ?? unreadableControls(item.reportingCurrency?.S ?? '');
}

export const RULE: ItemKind<SweepRule> = {
  entity: 'rule',
  schema: ruleSchema,
  key: (tenant, { id }) => ledgerKeys.rule(tenant, id),
};

/** For a rule that only a later version can read. */
export const UNREADABLE_RULE: ItemReading<UnreadableRule> = {
  entity: 'rule',
  schema: unreadableRuleSchema,
};

export const ACCOUNT: ItemKind<RegisteredAccount> = {
  entity: 'account',
  schema: accountSchema,
  key: (tenant, { id }) => ledgerKeys.account(tenant, id),
};

export const CALENDAR: ItemKind<Calendar> = {
  entity: 'calendar',
  schema: calendarSchema,
  key: (tenant, { id }) => ledgerKeys.calendar(tenant, id),
};

export const WEBHOOK: ItemKind<Webhook> = {
  entity: 'webhook',
  schema: webhookSchema,
  key: (tenant, { id }) => ledgerKeys.webhook(tenant, id),
};

export const WEBHOOK_SECRET: ItemKind<WebhookSecret> = {
  entity: 'webhook-secret',
  schema: webhookSecretSchema,
  key: (tenant, { webhookId, generation }) =>
    ledgerKeys.webhookSecret(tenant, webhookId, generation),
};

export const MANUAL_RATE: ItemKind<ManualRate> = {
  entity: 'manual-rate',
  schema: manualRateSchema,
  key: (tenant, { id }) => ledgerKeys.manualRate(tenant, id),
};

export const MATCHING_RULE: ItemKind<MatchingRule> = {
  entity: 'matching-rule',
  schema: matchingRuleSchema,
  key: (tenant, { id }) => ledgerKeys.matchingRule(tenant, id),
};

export const MATCHING_USAGE: ItemKind<MatchingUsage> = {
  entity: 'matching-usage',
  schema: matchingUsageSchema,
  key: (tenant, { ruleId }) => ledgerKeys.matchingUsage(tenant, ruleId),
};

/** A reminder of what expires soon: once for each expiry. */
export const REMINDER: ItemKind<Reminder> = {
  entity: 'reminder',
  schema: reminderSchema,
  key: (tenant, { kind, id, expiresAt }) => ledgerKeys.reminder(tenant, kind, id, expiresAt),
};

/** Whether the balance of a rule is below its low. */
export const LOW_BALANCE: ItemKind<LowBalanceState> = {
  entity: 'low-balance',
  schema: lowBalanceStateSchema,
  key: (tenant, { ruleId }) => ledgerKeys.lowBalance(tenant, ruleId),
};

/** What was forecast for a day. */
export const KEPT_FORECAST: ItemKind<KeptForecast> = {
  entity: 'kept-forecast',
  schema: keptForecastSchema,
  key: (tenant, { day }) => ledgerKeys.keptForecast(tenant, day),
};

/** Whether nothing of a rule leaves. */
export const FAILING_RULE: ItemKind<FailingRuleState> = {
  entity: 'failing-rule',
  schema: failingRuleStateSchema,
  key: (tenant, { ruleId }) => ledgerKeys.failingRule(tenant, ruleId),
};

/** Whether the receiver of a webhook takes nothing. */
export const FAILING_WEBHOOK: ItemKind<FailingWebhookState> = {
  entity: 'failing-webhook',
  schema: failingWebhookStateSchema,
  key: (tenant, { webhookId }) => ledgerKeys.failingWebhook(tenant, webhookId),
};

/** Who had which report written to a file. */
export const WRITTEN_EXPORT: ItemKind<WrittenExport> = {
  entity: 'export',
  schema: writtenExportSchema,
  key: (tenant, { id }) => ledgerKeys.writtenExport(tenant, id),
};

export const HALT: ItemKind<HaltState> = {
  entity: 'halt',
  schema: haltSchema,
  key: (tenant) => ledgerKeys.halt(tenant),
};

export const HALT_MARK: ItemKind<HaltMark> = {
  entity: 'halt-mark',
  schema: haltMarkSchema,
  key: (tenant, mark) => ledgerKeys.haltMark(tenant, mark),
};

export const MISSED: ItemKind<MissedOccurrences> = {
  entity: 'missed',
  schema: missedOccurrencesSchema,
  key: (tenant, { ruleId, snapshot, ended }) =>
    ended === undefined
      ? ledgerKeys.missed(tenant, ruleId, snapshot)
      : ledgerKeys.endedOccurrence(tenant, ended.instructionId),
};

export const CHANGE: ItemKind<PolicyChange> = {
  entity: 'change',
  schema: changeSchema,
  key: (tenant, { id }) => ledgerKeys.change(tenant, id),
  // A decided change leaves both indexes; one that is never decided stays there, behind its expiry.
  indexes: (tenant, { id, status, madeBy, expiresAt }) =>
    status.state === 'proposed'
      ? {
          gsi1pk: ledgerKeys.openChanges(tenant),
          gsi1sk: `${expiresAt}#${id}`,
          gsi2pk: ledgerKeys.openChangesOf(tenant, madeBy),
          gsi2sk: `${expiresAt}#${id}`,
        }
      : {},
  copies: ({ status }) => ({ state: status.state }),
  beside: ['state'],
};

export const REARMING: ItemKind<Rearming> = {
  entity: 'rearming',
  schema: rearmingSchema,
  key: (tenant) => ledgerKeys.rearming(tenant),
};

/** Counters that lanes share; each name in a partition of its own. */
export const SHARED_COUNTS: { readonly [Name in SharedName]: ItemKind<SharedCounts> } = {
  'trade-usage': sharedCounts('trade-usage'),
  'approval-usage': sharedCounts('approval-usage'),
  'outflow-usage': sharedCounts('outflow-usage'),
};

function sharedCounts(name: SharedName): ItemKind<SharedCounts> {
  const key = (tenant: string) => ledgerKeys.sharedCounts(tenant, name);
  return { entity: name, schema: sharedCountsSchema, key };
}

export const INSTRUCTION_MARK: ItemKind<InstructionMark> = {
  entity: 'instruction-mark',
  schema: instructionMarkSchema,
  key: (tenant, { instructionId }) => ledgerKeys.instructionMark(tenant, instructionId),
};

export const FLOW: ItemKind<Flow> = {
  entity: 'flow',
  schema: flowSchema,
  key: (tenant, { snapshot, currency }) => ledgerKeys.flow(tenant, snapshot, currency),
  // A flow in which nothing moved any more, by later knowledge, leaves the index.
  indexes: (tenant, { snapshot, currency, movements, unexplained }) => {
    if (movements.length === 0 && unexplained === '0') return {};
    const what = movements.length > 0 ? 'moved' : 'differed';
    return { gsi1pk: ledgerKeys.flowsOf(tenant, currency, what), gsi1sk: snapshot };
  },
};

export const BREAK: ItemKind<Break> = {
  entity: 'break',
  schema: breakSchema,
  key: (tenant, { id }) => ledgerKeys.break(tenant, id),
  indexes: (tenant, { id, status, direction }) => ({
    gsi1pk: ledgerKeys.breaksByState(tenant, status.state, direction),
    gsi1sk: id,
  }),
  copies: ({ status }) => ({ state: status.state }),
  beside: ['state'],
};

export const PENDING_CLAIMS: ItemKind<PendingClaims> = {
  entity: 'pending-claims',
  schema: pendingClaimsSchema,
  key: (tenant) => ledgerKeys.pendingClaims(tenant),
};

export const CLAIM: ItemKind<ClaimWindow> = {
  entity: 'claim',
  schema: claimWindowSchema,
  key: (tenant, { quarantineUntil, instructionId }) =>
    ledgerKeys.claim(tenant, quarantineUntil, instructionId),
};

export const UNBOOKED: ItemKind<UnbookedConclusion> = {
  entity: 'unbooked',
  schema: unbookedSchema,
  key: (tenant, { currency }) => ledgerKeys.unbooked(tenant, currency),
};

export const STATEMENT: ItemKind<StoredStatementHead> = {
  entity: 'statement',
  schema: storedStatementHeadSchema,
  key: (tenant, { month, timeZone }) => ledgerKeys.statement(tenant, month, timeZone),
};

export const CLOSED_DAY: ItemKind<ClosedDay> = {
  entity: 'closed-day',
  schema: closedDaySchema,
  key: (tenant, { day }) => ledgerKeys.closedDay(tenant, day),
};

export const AUDIT_ENTRY: ItemKind<AuditEntry> = {
  entity: 'audit-entry',
  schema: auditEntrySchema,
  key: (tenant, { sequence }) => ledgerKeys.auditEntry(tenant, sequence),
};

export const AUDIT_HEAD: ItemKind<AuditHead> = {
  entity: 'audit-head',
  schema: auditHeadSchema,
  key: (tenant) => ledgerKeys.auditHead(tenant),
};

export const DENIALS: ItemKind<Denials> = {
  entity: 'denials',
  schema: denialsSchema,
  key: (tenant, { hour, by, route }) => ledgerKeys.denials(tenant, hour, by, route),
};

/** An id from an answer of the service: its existence is all that matters. */
const knownWithdrawalSchema = record(() => ({
  withdrawalId: z.string(),
  instructionId: z.string(),
}));

export const KNOWN_WITHDRAWAL: ItemKind<Stored<typeof knownWithdrawalSchema>> = {
  entity: 'known-withdrawal',
  schema: knownWithdrawalSchema,
  key: (tenant, { withdrawalId }) => ledgerKeys.withdrawal(tenant, withdrawalId),
  pack: ({ withdrawalId, instructionId }) => ({ withdrawalId, instructionId }),
};

const knownTradeSchema = record(() => ({ tradeId: z.string(), instructionId: z.string() }));

export const KNOWN_TRADE: ItemKind<Stored<typeof knownTradeSchema>> = {
  entity: 'known-trade',
  schema: knownTradeSchema,
  key: (tenant, { tradeId }) => ledgerKeys.trade(tenant, tradeId),
  pack: ({ tradeId, instructionId }) => ({ tradeId, instructionId }),
};
