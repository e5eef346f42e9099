import * as z from 'zod/mini';
import { type Calendar, calendarDraftSchema } from '../calendars/calendar.ts';
import { supersededSchema } from '../facts/waiting-facts.ts';
import { type Controls, controlsDraftSchema } from '../policy/controls.ts';
import { type ManualRate, manualRateDraftSchema } from '../policy/manual-rate.ts';
import { type MatchingRule, matchingRuleDraftSchema } from '../policy/matching-rule.ts';
import type { PolicyPiece } from '../policy/policy-pieces.ts';
import { accountDraftSchema, type RegisteredAccount } from '../policy/registered-account.ts';
import { ruleDraftSchema, type SweepRule } from '../policy/sweep-rule.ts';
import { type Webhook, webhookDraftSchema } from '../policy/webhook.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/** The piece of policy that is meant. There is one set of controls. */
export type Subject = {
  readonly [Kind in PolicyPiece]: Kind extends 'controls'
    ? { readonly kind: Kind }
    : { readonly kind: Kind; readonly id: string };
}[PolicyPiece];

/** A piece of policy in force, or a deleted one. */
export type CurrentItem =
  | { readonly kind: 'rule'; readonly item: SweepRule }
  | { readonly kind: 'account'; readonly item: RegisteredAccount }
  | { readonly kind: 'calendar'; readonly item: Calendar }
  | { readonly kind: 'webhook'; readonly item: Webhook }
  | { readonly kind: 'manual-rate'; readonly item: ManualRate }
  | { readonly kind: 'matching-rule'; readonly item: MatchingRule }
  | { readonly kind: 'controls'; readonly item: Controls };

/** A person's decision about a proposal, or the finding when it is decided. */
export const DECIDED_STATES = ['approved', 'declined', 'withdrawn', 'superseded'] as const;

/** Expiry is no write: it follows from the time, see `stateOf`. */
export const CHANGE_STATES = ['proposed', ...DECIDED_STATES, 'expired'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

const changeStatusSchema = z.discriminatedUnion('state', [
  record(() => ({ state: z.literal('proposed') })),
  record(() => ({
    state: z.enum(['approved', 'declined', 'withdrawn']),
    at: instant,
    by: z.string(),
    comment: z.string(),
  })),
  record(() => ({
    state: z.literal('superseded'),
    at: instant,
    by: z.string(),
    why: supersededSchema,
  })),
]);

/** The state of a change. */
export type ChangeStatus = Stored<typeof changeStatusSchema>;

const proposal = {
  tenant: z.string(),
  /** Begins with the time, so that the ids are in the order of the proposals. */
  id: z.string(),
  /** Version that it rests on: 0 for something new. Approved on another one, it is superseded. */
  baseVersion: z.int().check(z.nonnegative()),
  madeBy: z.string(),
  madeAt: instant,
  expiresAt: instant,
  /** The maker's comment. */
  comment: z.exactOptional(z.string()),
  status: changeStatusSchema,
  /** Set if its approval ends a halt: of everything, or of one currency, in the generation that both saw. */
  resumption: z.exactOptional(
    record(() => ({
      generation: z.int().check(z.nonnegative()),
      currency: z.exactOptional(z.string()),
    })),
  ),
  version: z.int().check(z.positive()),
  /** Over this version, while it waits: an approval is for what its maker asked for. */
  seal: z.exactOptional(sealSchema),
};

/** The content to decide about, in the form that people write it; `before` is null for something new. */
const comparisonSchema = z.discriminatedUnion('kind', [
  record(() => ({
    kind: z.literal('rule'),
    before: z.nullable(ruleDraftSchema),
    after: ruleDraftSchema,
  })),
  record(() => ({
    kind: z.literal('account'),
    before: z.nullable(accountDraftSchema),
    after: accountDraftSchema,
  })),
  record(() => ({
    kind: z.literal('controls'),
    before: z.nullable(controlsDraftSchema),
    after: controlsDraftSchema,
  })),
  record(() => ({
    kind: z.literal('webhook'),
    before: z.nullable(webhookDraftSchema),
    after: webhookDraftSchema,
  })),
  record(() => ({
    kind: z.literal('matching-rule'),
    before: z.nullable(matchingRuleDraftSchema),
    after: matchingRuleDraftSchema,
  })),
  record(() => ({
    kind: z.literal('manual-rate'),
    before: z.nullable(manualRateDraftSchema),
    after: manualRateDraftSchema,
  })),
  record(() => ({
    kind: z.literal('calendar'),
    before: z.nullable(calendarDraftSchema),
    after: calendarDraftSchema,
  })),
]);

export type Comparison = Stored<typeof comparisonSchema>;

const [
  ruleComparison,
  accountComparison,
  controlsComparison,
  webhookComparison,
  matchingRuleComparison,
  manualRateComparison,
  calendarComparison,
] = comparisonSchema.def.options;

export const changeSchema = z.discriminatedUnion('kind', [
  record(() => ({ ...ruleComparison.shape, ...proposal })),
  record(() => ({ ...accountComparison.shape, ...proposal })),
  record(() => ({ ...controlsComparison.shape, ...proposal })),
  // A version that does not know webhooks approves no change of one.
  record(() => ({ ...webhookComparison.shape, ...proposal })),
  // A version that does not know matching rules approves no change of one.
  record(() => ({ ...matchingRuleComparison.shape, ...proposal })),
  // A version that does not know manual rates approves no change of one.
  record(() => ({ ...manualRateComparison.shape, ...proposal })),
  // A version that does not know calendars approves no change of one.
  record(() => ({ ...calendarComparison.shape, ...proposal })),
]);

/**
 * A change that a second person has to approve, with everything that it replaces and everything that it writes. Its
 * content never changes: the approver approves exactly what was shown.
 */
export type PolicyChange = Stored<typeof changeSchema>;

/** Characters of randomness in an id: two proposals of one millisecond have different ones. */
const ID_RANDOM_CHARACTERS = 8;

/** "20260105T090005000Z-1f0c9a3e": readable, since people will quote it. */
export function changeId(at: Instant, nonce: string): string {
  const random = nonce.replaceAll('-', '').slice(0, ID_RANDOM_CHARACTERS);
  return `${changeIdTime(at)}-${random}`;
}

/** Ids of changes made at or after a moment sort at or behind this. */
export function changeIdTime(at: Instant): string {
  return at.replaceAll(/[-:.]/g, '');
}

/** The state at a moment: a proposal that no person decided in time has expired. */
export function stateOf({ status, expiresAt }: PolicyChange, now: Instant): ChangeState {
  return status.state === 'proposed' && now >= expiresAt ? 'expired' : status.state;
}

export function subjectOf(change: Comparison): Subject {
  return change.kind === 'controls'
    ? { kind: 'controls' }
    : { kind: change.kind, id: change.after.id };
}

/** "rule:btc-cold": as the audit log names it. */
export function subjectName(subject: Subject): string {
  return subject.kind === 'controls' ? 'controls' : `${subject.kind}:${subject.id}`;
}
