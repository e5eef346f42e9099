import { type ShownComparison, showComparison } from '../changes/widens.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayDecided } from '../facts/sentences/say/say-waiting.ts';
import {
  type ChangeState,
  type PolicyChange,
  stateOf,
  subjectName,
  subjectOf,
} from '../ledger/policy-change.ts';
import type { Instant } from '../time/instant.ts';
import type { ChangeEffect } from './effect-of-change.ts';

/** A change as shown to approvers: old and new side by side, and why a second person is asked. */
export interface ChangeView extends ShownComparison {
  readonly id: string;
  /** "rule:btc-cold", "account:...", "controls". */
  readonly subject: string;
  readonly kind: PolicyChange['kind'];
  readonly state: ChangeState;
  readonly madeBy: string;
  readonly madeAt: Instant;
  readonly expiresAt: Instant;
  readonly comment?: string;
  /** The person who decided, when and with which comment. */
  readonly decided?: { readonly by: string; readonly at: Instant; readonly comment: string };
  /** Version of the subject that it rests on; 0 if it is new. */
  readonly baseVersion: number;
  /** Set if it ends a halt: which one, and of what. */
  readonly resumption?: PolicyChange['resumption'] & object;
  readonly before: PolicyChange['before'];
  readonly after: PolicyChange['after'];
  /** For rules: the effect that the change would have had; null if that was not computed. */
  readonly effect?: ChangeEffect | null;
  readonly version: number;
}

export function changeView(
  change: PolicyChange,
  now: Instant,
  reader?: Language | Reader,
): ChangeView {
  const { id, kind, status, madeBy, madeAt, expiresAt, comment, baseVersion, version } = change;
  return {
    id,
    subject: subjectName(subjectOf(change)),
    kind,
    state: stateOf(change, now),
    madeBy,
    madeAt,
    expiresAt,
    ...(comment === undefined ? {} : { comment }),
    ...(status.state === 'proposed'
      ? {}
      : { decided: { by: status.by, at: status.at, comment: sayDecided(status, reader) } }),
    baseVersion,
    ...(change.resumption === undefined ? {} : { resumption: change.resumption }),
    ...showComparison(change),
    before: change.before,
    after: change.after,
    ...(kind === 'rule' ? { effect: null } : {}),
    version,
  };
}
