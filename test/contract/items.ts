import type { Calendar } from '../../treasury/calendars/calendar.ts';
import { type Break, breakId } from '../../treasury/ledger/break.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { MatchingUsage } from '../../treasury/ledger/matching-usage.ts';
import type { MissedOccurrences } from '../../treasury/ledger/missed-occurrences.ts';
import type { Rearming } from '../../treasury/ledger/rearming.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { WebhookSecret } from '../../treasury/ledger/webhook-secret.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import { TENANT } from '../simulation/tenant.ts';

/** When everything of these commits happens. */
export const AT = '2026-03-29T23:45:00.000Z';

/*
 * Items of which nothing but the version matters to a store, and which item of a table a change is about.
 */

export const BREAK_ID = breakId({ snapshot: AT, currency: 'BTC' });

export function flowAt(version: number): Flow {
  return {
    tenant: TENANT,
    currency: 'BTC',
    snapshot: AT,
    readAt: AT,
    sinceSnapshot: AT,
    sinceReadAt: AT,
    opening: '1',
    closing: '2',
    movements: [],
    unexplained: '1',
    price: null,
    reportingCurrency: 'USD',
    version,
  };
}

export function breakAt(version: number): Break {
  const seen = { snapshot: AT, readAt: AT, sinceSnapshot: AT, sinceReadAt: AT, openedAt: AT };
  return {
    id: BREAK_ID,
    tenant: TENANT,
    currency: 'BTC',
    ...seen,
    direction: 'inflow',
    amount: '1',
    found: { code: 'unbooked', amount: '1', since: AT },
    mayBe: [],
    status: { state: 'open', at: AT },
    history: [],
    version,
  };
}

export function matchingRuleAt(version: number, enabled: boolean): MatchingRule {
  const content = { label: 'fees', kind: 'fee', direction: 'outflow', currency: 'BTC' } as const;
  const bounds = { maximum: '1', per24Hours: '2' };
  return { id: 'fees', ...content, ...bounds, enabled, version, activeSince: AT };
}

export function manualRateAt(version: number): ManualRate {
  const content = { label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13', source: 'a bank' };
  const dates = { from: '2026-01-01', until: '2026-07-01' };
  return { id: 'chf', ...content, ...dates, version, activeSince: AT };
}

export function matchingUsageAt(version: number): MatchingUsage {
  const tenant = TENANT;
  return { tenant, ruleId: 'fees', unit: 'BTC', hours: {}, occurrences: [], version };
}

export function rearmingAt(version: number): Rearming {
  return {
    tenant: TENANT,
    epoch: 'another',
    digest: '0123456789abcdef',
    currencies: ['BTC'],
    by: 'ann',
    at: AT,
    comment: 'compared',
    expiresAt: AT,
    version,
  };
}

export function unbookedAt(version: number): UnbookedConclusion {
  return {
    outcome: 'booked',
    tenant: TENANT,
    currency: 'BTC',
    digest: '0123456789abcdef',
    amount: '1',
    entries: [],
    by: 'ann',
    at: AT,
    comment: 'looked up',
    expiresAt: AT,
    earlier: [],
    version,
  };
}

export function calendarAt(version: number): Calendar {
  return {
    id: 'zurich',
    label: 'Zurich',
    timeZone: 'Europe/Zurich',
    from: '2026-01-01',
    until: '2026-12-31',
    weekend: ['SAT', 'SUN'],
    holidays: [{ date: '2026-08-01', name: 'National Day' }],
    activeSince: AT,
    version,
  };
}

export function webhookAt(version: number): Webhook {
  return {
    id: 'erp',
    label: 'ERP',
    url: 'https://erp.example/events',
    eventTypes: ['*'],
    status: 'active',
    secretGeneration: 1,
    secretFor: { generation: 1, by: 'tom' },
    activeSince: '2026-01-05T09:00:00.000Z',
    version,
  };
}

export function webhookSecretAt(generation: number): WebhookSecret {
  return {
    webhookId: 'erp',
    generation,
    encrypted: 'AAAA',
    createdAt: '2026-01-05T09:00:00.000Z',
    shownTo: 'tom',
  };
}

export function missedAt(snapshot: string, instructionId: string | null): MissedOccurrences {
  const ended =
    instructionId === null
      ? {}
      : { ended: { instructionId, state: 'cancelled', reason: 'too-old' } as const };
  return {
    ...ended,
    tenant: TENANT,
    snapshot,
    ruleId: 'rule-1',
    ruleVersion: 1,
    currency: 'BTC',
    decidedAt: AT,
    missed: { count: 1, countedAll: true, first: AT, last: AT },
  };
}

/** Two changes of one item do not go into one transaction. */
export function itemOf(change: LedgerWrite): string {
  switch (change.kind) {
    case 'create-instruction':
    case 'replace-instruction':
      return `instruction ${change.instruction.id}`;
    case 'create-lane':
    case 'replace-lane':
    case 'rearm-lane':
      return `lane ${change.lane.currency}`;
    case 'put-trade-usage':
      return 'trade usage';
    case 'put-outflow-usage':
      return 'outflow usage';
    case 'put-approval-usage':
      return 'approval usage';
    case 'assert-controls-unchanged':
    case 'put-controls':
      return 'controls';
    case 'assert-halt-generation':
    case 'halt':
    case 'resume':
    case 'halt-audited':
      return 'halt';
    case 'mark-instruction':
      return `mark of ${change.mark.instructionId}`;
    case 'mark-halt':
      return `mark ${change.mark.currency} ${change.mark.generation}`;
    case 'assert-rule-unchanged':
      return `rule ${change.ruleId}`;
    case 'put-rule':
      return `rule ${change.rule.id}`;
    case 'assert-account-unchanged':
      return `account ${change.accountId}`;
    case 'put-account':
      return `account ${change.account.id}`;
    case 'assert-calendar-unchanged':
      return `calendar ${change.calendarId}`;
    case 'put-calendar':
      return `calendar ${change.calendar.id}`;
    case 'put-webhook':
      return `webhook ${change.webhook.id}`;
    case 'create-webhook-secret':
      return `webhook secret ${change.secret.generation}`;
    case 'assert-matching-rule-unchanged':
      return `matching rule ${change.ruleId}`;
    case 'put-manual-rate':
      return `manual rate ${change.rate.id}`;
    case 'put-matching-rule':
      return `matching rule ${change.rule.id}`;
    case 'put-matching-usage':
      return 'matching usage';
    case 'put-change':
      return `change ${change.change.id}`;
    case 'record-missed':
      return `missed ${change.missed.ended?.instructionId ?? change.missed.snapshot}`;
    case 'create-decision-run':
      return `decision run ${change.run.snapshot} ${change.run.part}`;
    case 'record-withdrawal-id':
      return `withdrawal ${change.withdrawalId}`;
    case 'record-trade-id':
      return `trade ${change.tradeId}`;
    case 'put-flow':
      return 'flow';
    case 'put-break':
      return 'break';
    case 'put-pending-claims':
      return 'pending-claims';
    case 'put-rearming':
      return 'rearming';
    case 'put-unbooked':
      return 'unbooked';
    case 'put-claim':
      // A claim lies beside its instruction, which writes it as well.
      return `instruction ${change.window.instructionId}`;
    case 'append-audit':
      return 'audit';
    default:
      return change satisfies never;
  }
}
