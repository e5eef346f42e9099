import { sideBySide } from '../changes/widens.ts';
import { type PolicyChange, subjectOf } from '../ledger/policy-change.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A proposed change of the policy: the names of what it touches; old and new are read with its id. */
interface ChangeData {
  readonly changeId: string;
  readonly version: number;
  readonly kind: PolicyChange['kind'];
  /** Of the rule or the account; null for the controls, of which there is one set. */
  readonly policyId: string | null;
  /** The version that it rests on: 0 for something new. */
  readonly baseVersion: number;
  readonly fields: readonly string[];
  readonly madeBy: string;
  readonly expiresAt: Instant;
}

/** The person who decided. */
interface DecidedChangeData extends ChangeData {
  readonly by: string;
}

/** Expiry is not a write, and so not an event: it follows from `expiresAt`. */
export interface ChangeEvents {
  readonly 'com.sluice.policy.change-proposed': ChangeData;
  readonly 'com.sluice.policy.change-approved': DecidedChangeData;
  readonly 'com.sluice.policy.change-declined': DecidedChangeData;
  readonly 'com.sluice.policy.change-withdrawn': DecidedChangeData;
  readonly 'com.sluice.policy.change-superseded': DecidedChangeData;
}

/** One event for each new state of a change. */
export function changeEvent({ before, after }: MoveOf<'change'>): EventBody | null {
  const { status, id, version } = after;
  if (before?.status.state === status.state) return null;
  const common = { subject: id, write: `${id}/${version}` };
  const data = dataOf(after);
  if (status.state === 'proposed') {
    return { type: 'com.sluice.policy.change-proposed', ...common, time: after.madeAt, data };
  }
  const { by, at } = status;
  return {
    type: `com.sluice.policy.change-${status.state}`,
    ...common,
    time: at,
    data: { ...data, by },
  };
}

function dataOf(change: PolicyChange): ChangeData {
  const { id, version, kind, baseVersion, madeBy, expiresAt } = change;
  const subject = subjectOf(change);
  return {
    changeId: id,
    version,
    kind,
    policyId: subject.kind === 'controls' ? null : subject.id,
    baseVersion,
    fields: sideBySide(change).map(({ field }) => field),
    madeBy,
    expiresAt,
  };
}
