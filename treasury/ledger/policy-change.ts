import type { Controls } from '../policy/controls.ts';
import type {
  ControlsDraft,
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../policy/policy-schema.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';

/** What is decided about, as people write it; `before` is null where it is new. */
export type Comparison =
  | {
      readonly kind: 'rule';
      readonly before: SweepRuleDraft | null;
      readonly after: SweepRuleDraft;
    }
  | {
      readonly kind: 'account';
      readonly before: RegisteredAccountDraft | null;
      readonly after: RegisteredAccountDraft;
    }
  | {
      readonly kind: 'controls';
      readonly before: ControlsDraft | null;
      readonly after: ControlsDraft;
    };

/** What of the policy is meant. There is one set of controls. */
export type Subject =
  | { readonly kind: 'rule'; readonly id: string }
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'controls' };

/** A piece of policy as it stands, also where it was deleted. */
export type Standing =
  | { readonly kind: 'rule'; readonly item: SweepRule }
  | { readonly kind: 'account'; readonly item: RegisteredAccount }
  | { readonly kind: 'controls'; readonly item: Controls };

export const CHANGE_STATES = [
  'proposed',
  'approved',
  'declined',
  'expired',
  'withdrawn',
  'superseded',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What became of a change. Expiry is no write: it follows from the time, see `stateOf`. */
export type ChangeStatus =
  | { readonly state: 'proposed' }
  | {
      readonly state: Exclude<ChangeState, 'proposed' | 'expired'>;
      readonly at: Instant;
      readonly by: string;
      readonly words: string;
    };

/**
 * A change that a second person has to agree to, with all of what it replaces and all of what it makes
 * of it. Its content never changes: whoever approves it approves what was shown.
 */
export type PolicyChange = Comparison & {
  readonly client: string;
  /** Begins with the time, so that the ids are in the order of the proposals. */
  readonly id: string;
  /** Version that it rests on: 0 where nothing stood. Approved on another one, it is superseded. */
  readonly baseVersion: number;
  readonly madeBy: string;
  readonly madeAt: Instant;
  readonly expiresAt: Instant;
  /** What the maker says about it. */
  readonly words?: string;
  readonly status: ChangeStatus;
  /** Set where its approval ends a halt: of everything, or of one currency, in the generation that both saw. */
  readonly resumption?: { readonly generation: number; readonly currency?: string };
  readonly version: number;
  /** Over this version, while it waits: what is approved is what its maker asked for. */
  readonly seal?: Seal;
};

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

/** The state at a moment: a proposal that nobody decided in time has expired. */
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
