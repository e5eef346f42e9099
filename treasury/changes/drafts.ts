import { type Calendar, type CalendarDraft, calendarDraftSchema } from '../calendars/calendar.ts';
import type { Comparison, CurrentItem, PolicyChange } from '../ledger/policy-change.ts';
import { type Controls, controlsDraftSchema } from '../policy/controls.ts';
import { type ManualRate, manualRateDraftSchema } from '../policy/manual-rate.ts';
import type { ManualRateDraft } from '../policy/manual-rate-schema.ts';
import { type MatchingRule, matchingRuleDraftSchema } from '../policy/matching-rule.ts';
import type { MatchingRuleDraft } from '../policy/matching-rule-schema.ts';
import type {
  ControlsDraft,
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../policy/policy-schema.ts';
import { accountDraftSchema, type RegisteredAccount } from '../policy/registered-account.ts';
import { ruleDraftSchema, type SweepRule } from '../policy/sweep-rule.ts';
import { type Webhook, type WebhookDraft, webhookDraftSchema } from '../policy/webhook.ts';
import { knownPart } from '../records/unknown-fields.ts';

/** The piece of policy that a person asks for, in the form that people write it. */
export type Wanted =
  | { readonly kind: 'rule'; readonly after: SweepRuleDraft }
  | { readonly kind: 'account'; readonly after: RegisteredAccountDraft }
  | { readonly kind: 'calendar'; readonly after: CalendarDraft }
  | { readonly kind: 'webhook'; readonly after: WebhookDraft }
  | { readonly kind: 'manual-rate'; readonly after: ManualRateDraft }
  | { readonly kind: 'matching-rule'; readonly after: MatchingRuleDraft }
  | { readonly kind: 'controls'; readonly after: ControlsDraft };

/**
 * The piece in force, in the form that people write it: without fields that only Sluice sets, or that only a later
 * version of it knows.
 */
export function ruleDraftOf(rule: SweepRule): SweepRuleDraft {
  return knownPart<SweepRuleDraft>(ruleDraftSchema, rule);
}

export function accountDraftOf(account: RegisteredAccount): RegisteredAccountDraft {
  return knownPart<RegisteredAccountDraft>(accountDraftSchema, account);
}

export function manualRateDraftOf(rate: ManualRate): ManualRateDraft {
  return knownPart<ManualRateDraft>(manualRateDraftSchema, rate);
}

export function calendarDraftOf(calendar: Calendar): CalendarDraft {
  return knownPart<CalendarDraft>(calendarDraftSchema, calendar);
}

export function matchingRuleDraftOf(rule: MatchingRule): MatchingRuleDraft {
  return knownPart<MatchingRuleDraft>(matchingRuleDraftSchema, rule);
}

export function controlsDraftOf(controls: Controls): ControlsDraft {
  return knownPart<ControlsDraft>(controlsDraftSchema, controls);
}

export function webhookDraftOf(webhook: Webhook): WebhookDraft {
  return knownPart<WebhookDraft>(webhookDraftSchema, webhook);
}

/** The requested piece beside the one in force. A deleted piece is not in force. */
export function comparisonOf(current: CurrentItem | null, wanted: Wanted): Comparison {
  switch (wanted.kind) {
    case 'rule': {
      const before = current?.kind === 'rule' ? ruleDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'account': {
      const before = current?.kind === 'account' ? accountDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'calendar': {
      const before = current?.kind === 'calendar' ? calendarDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'webhook': {
      const before = current?.kind === 'webhook' ? webhookDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'manual-rate': {
      const before = current?.kind === 'manual-rate' ? manualRateDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'matching-rule': {
      const before = current?.kind === 'matching-rule' ? matchingRuleDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    case 'controls': {
      const before = current?.kind === 'controls' ? controlsDraftOf(current.item) : null;
      return { ...wanted, before };
    }
    default:
      return wanted satisfies never;
  }
}

export function wantedBy(change: PolicyChange): Wanted {
  switch (change.kind) {
    case 'rule':
      return { kind: 'rule', after: change.after };
    case 'account':
      return { kind: 'account', after: change.after };
    case 'calendar':
      return { kind: 'calendar', after: change.after };
    case 'webhook':
      return { kind: 'webhook', after: change.after };
    case 'manual-rate':
      return { kind: 'manual-rate', after: change.after };
    case 'matching-rule':
      return { kind: 'matching-rule', after: change.after };
    case 'controls':
      return { kind: 'controls', after: change.after };
    default:
      return change satisfies never;
  }
}

export function isDeleted(current: CurrentItem | null): boolean {
  return current !== null && current.kind !== 'controls' && current.item.deletedAt !== undefined;
}
