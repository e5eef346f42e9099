import type * as z from 'zod/mini';
import { type CalendarDraft, calendarDraftSchema } from '../../treasury/calendars/calendar.ts';
import { type ShownComparison, showComparison } from '../../treasury/changes/widens.ts';
import { calendarDraft } from '../../treasury/policy/calendar-schema.ts';
import { controlsDraftSchema } from '../../treasury/policy/controls.ts';
import { manualRateDraftSchema } from '../../treasury/policy/manual-rate.ts';
import { type ManualRateDraft, manualRateDraft } from '../../treasury/policy/manual-rate-schema.ts';
import { matchingRuleDraftSchema } from '../../treasury/policy/matching-rule.ts';
import {
  type MatchingRuleDraft,
  matchingRuleDraft,
} from '../../treasury/policy/matching-rule-schema.ts';
import {
  type ControlsDraft,
  controlsReplacement,
  type PolicyFile,
  type RegisteredAccountDraft,
  registeredAccountDraft,
  type SweepRuleDraft,
  sweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';
import { accountDraftSchema, accountKey } from '../../treasury/policy/registered-account.ts';
import { ruleDraftSchema } from '../../treasury/policy/sweep-rule.ts';
import { type WebhookDraft, webhookDraftSchema } from '../../treasury/policy/webhook.ts';
import { webhookDraft } from '../../treasury/policy/webhook-schema.ts';
import { knownPart } from '../../treasury/records/unknown-fields.ts';

/** The content of a policy object, in the form that people write it. */
export interface Drafts {
  readonly controls: ControlsDraft;
  readonly account: RegisteredAccountDraft;
  readonly calendar: CalendarDraft;
  readonly rule: SweepRuleDraft;
  readonly 'manual-rate': ManualRateDraft;
  readonly 'matching-rule': MatchingRuleDraft;
  readonly webhook: WebhookDraft;
}

export type ObjectKind = keyof Drafts;

/** What tells one kind of policy object from another; everything else treats them alike. */
interface KindTraits<Kind extends ObjectKind> {
  /** "sweep rule", for people. */
  readonly noun: string;
  /** The folder of its files; the controls are one file of this name. */
  readonly place: string;
  /** Its field in a policy file. */
  readonly list: keyof PolicyFile;
  /** The schema of a file, as POST and PUT have it. */
  readonly schema: z.ZodMiniType<Drafts[Kind]>;
  /** Its name in docs/policy.schema.json, for editors. */
  readonly definition: string;
  /** Path of the API below which it lies. */
  readonly route: string;
  /** The part of an answer that people write. */
  readonly draftOf: (item: never) => Drafts[Kind];
  /** Two ids are of the same object if their keys are the same. */
  readonly keyOf: (id: string) => string;
  readonly compare: (before: Drafts[Kind] | null, after: Drafts[Kind]) => ShownComparison;
}

/** In the order in which files are listed and changes are shown. */
export const OBJECT_KINDS: { readonly [Kind in ObjectKind]: KindTraits<Kind> } = {
  controls: {
    noun: 'controls',
    place: 'controls',
    list: 'controls',
    schema: controlsReplacement,
    definition: 'ControlsBody',
    route: '/v1/controls',
    draftOf: (item) => knownPart<ControlsDraft>(controlsDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'controls', before, after }),
  },
  account: {
    noun: 'account',
    place: 'accounts',
    list: 'accounts',
    schema: registeredAccountDraft,
    definition: 'AccountBody',
    route: '/v1/accounts',
    draftOf: (item) => knownPart<RegisteredAccountDraft>(accountDraftSchema, item),
    keyOf: accountKey,
    compare: (before, after) => showComparison({ kind: 'account', before, after }),
  },
  calendar: {
    noun: 'calendar',
    place: 'calendars',
    list: 'calendars',
    schema: calendarDraft,
    definition: 'CalendarBody',
    route: '/v1/calendars',
    draftOf: (item) => knownPart<CalendarDraft>(calendarDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'calendar', before, after }),
  },
  rule: {
    noun: 'sweep rule',
    place: 'rules',
    list: 'rules',
    schema: sweepRuleDraft,
    definition: 'SweepRuleBody',
    route: '/v1/sweep-rules',
    draftOf: (item) => knownPart<SweepRuleDraft>(ruleDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'rule', before, after }),
  },
  'matching-rule': {
    noun: 'matching rule',
    place: 'matching-rules',
    list: 'matchingRules',
    schema: matchingRuleDraft,
    definition: 'MatchingRuleBody',
    route: '/v1/matching-rules',
    draftOf: (item) => knownPart<MatchingRuleDraft>(matchingRuleDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'matching-rule', before, after }),
  },
  'manual-rate': {
    noun: 'manual rate',
    place: 'manual-rates',
    list: 'manualRates',
    schema: manualRateDraft,
    definition: 'ManualRateBody',
    route: '/v1/manual-rates',
    draftOf: (item) => knownPart<ManualRateDraft>(manualRateDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'manual-rate', before, after }),
  },
  webhook: {
    noun: 'webhook',
    place: 'webhooks',
    list: 'webhooks',
    schema: webhookDraft,
    definition: 'WebhookBody',
    route: '/v1/webhooks',
    draftOf: (item) => knownPart<WebhookDraft>(webhookDraftSchema, item),
    keyOf: (id) => id,
    compare: (before, after) => showComparison({ kind: 'webhook', before, after }),
  },
};

export const KINDS = Object.keys(OBJECT_KINDS) as readonly ObjectKind[];

/** The id of the one set of controls, where every object has an id. */
export const CONTROLS_ID = 'controls';
