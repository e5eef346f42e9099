import type { InboxFact, MayNotFact } from '../facts/inbox-facts.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayInbox, sayMayNot } from '../facts/sentences/say/say-inbox.ts';
import type { Instant } from '../time/instant.ts';

/** What waits for people to decide about it. */
export const INBOX_KINDS = [
  'withdrawal',
  'trade',
  'policy-change',
  'resumption',
  'settlement',
  'unbooked',
  'rearming',
  'break',
  'low-balance',
  'failing-rule',
  'calendar-ending',
  'webhook-failing',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** How a person decides about it; the API has a route for each. */
export const INBOX_ACTS = [
  'approve-withdrawal',
  'approve-trade',
  'approve-change',
  'settle-withdrawal',
  'settle-trade',
  'conclude-unbooked',
  'rearm',
  'explain-break',
  'close-break',
  'fill-balance',
  'mend-rule',
  'extend-calendar',
  'mend-webhook',
] as const;
export type InboxAct = (typeof INBOX_ACTS)[number];

/**
 * Why a caller may not decide. program: it takes a person. role: another role decides. own-proposal: another person
 * agrees. already-decided: the caller's own approval counts. expired: it has to be asked for again. not-trusted:
 * no deciding function of Sluice wrote it. changed: what it rests on is another by now. not-yet: its evidence or its time
 * has not come. blocked: something else comes first. newer-version: a later version of Sluice writes
 * the ledger.
 */
export const WHY_NOT_CODES = [
  'program',
  'role',
  'own-proposal',
  'already-decided',
  'expired',
  'not-trusted',
  'changed',
  'not-yet',
  'blocked',
  'newer-version',
] as const;
export type WhyNotCode = (typeof WHY_NOT_CODES)[number];

export interface WhyNot {
  readonly code: WhyNotCode;
  /** A text is what the deciding route would answer. */
  readonly message: string | MayNotFact;
}

/** Who asks: as whom they would decide, and which acts their roles allow. */
export interface Decider {
  readonly by: string;
  readonly kind: 'person' | 'program';
  readonly may: (act: InboxAct) => boolean;
}

/** The ids that an item names, and the labels that policy has for them. */
export interface InboxLabels {
  readonly ruleId?: string;
  readonly ruleLabel?: string;
  readonly withdrawalAccountId?: string;
  readonly accountLabel?: string;
  /** Of what a rule's split divides: every account that it pays to, in the order of the parts. */
  readonly accounts?: readonly LabelledAccount[];
  readonly reference?: string;
}

/** An account that an item names among others. */
export interface LabelledAccount {
  readonly withdrawalAccountId: string;
  readonly accountLabel?: string;
}

/** Everything about an item but who may decide about it. */
export interface InboxEntry {
  readonly kind: InboxKind;
  /** Of its kind: an instruction, a change, a break; the currency of unbooked amounts. */
  readonly id: string;
  readonly act: InboxAct;
  /** The decision to make. */
  readonly about: InboxFact;
  /** Decimal text; null if it is about no amount. */
  readonly money: { readonly amount: string; readonly currency: string } | null;
  readonly labels: InboxLabels;
  /** A person, a program, or "rule ID"; null if no caller asked for it. */
  readonly askedBy: string | null;
  readonly since: Instant;
  /** Null if it waits for ever. */
  readonly expiresAt: Instant | null;
  readonly approvals: { readonly required: number; readonly given: readonly string[] };
}

/** What a caller's decision would meet. */
export interface InboxJudgement {
  /** False: no deciding function wrote it as it stands. Null: its kind, or its state, has no seal. */
  readonly trusted: boolean | null;
  /** Null: the caller may decide. */
  readonly whyNot: WhyNot | null;
}

export interface InboxItem extends InboxEntry {
  readonly trusted: boolean | null;
  readonly mayDecide: boolean;
  readonly whyNot: WhyNot | null;
}

/** An item as its reader gets it: its facts in words. */
export function showItem({ about, whyNot, ...item }: InboxItem, reader?: Language | Reader) {
  return {
    ...item,
    message: sayInbox(about, reader),
    ...(about.code === 'change-proposed' && { proposed: sayInbox({ ...about, by: null }, reader) }),
    whyNot: whyNot && { ...whyNot, message: messageOf(whyNot, reader) },
  };
}

function messageOf({ message }: WhyNot, reader?: Language | Reader): string {
  return typeof message === 'string' ? message : sayMayNot(message, reader);
}

/** Null if a caller of these roles decides about such a thing at all. The routes refuse the same callers. */
export function refuseCaller({ kind, may }: Decider, act: InboxAct): WhyNot | null {
  if (may(act)) return null;
  return kind === 'program'
    ? { code: 'program', message: { code: 'is-program' } }
    : { code: 'role', message: { code: 'no-such-role' } };
}
