import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import type { Controls } from '../policy/controls.ts';
import type { FormatRange } from '../policy/ledger-format.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';

/** Why nothing of the policy was changed. */
export interface ChangeRefusal {
  readonly code:
    | 'disarmed'
    | 'newer-version'
    | 'unreadable'
    | 'not-found'
    | 'exists'
    | 'id-used-before'
    | 'stale'
    | 'halt-changed'
    | 'halt-tampered'
    | 'policy-conflict'
    | 'too-many-changes'
    | 'limit-holds'
    | 'calendar-in-use'
    | 'change-closed'
    | 'change-expired'
    | 'change-superseded'
    | 'change-unsealed'
    | 'change-conflict'
    | 'maker-is-checker'
    | 'made-by-another';
  readonly message: string;
  /** The version in force, if the refusal is about it. */
  readonly currentVersion?: number;
  readonly fields?: readonly PolicyProblem[];
}

export interface Refused {
  readonly result: 'refused';
  readonly refusal: ChangeRefusal;
}

export function refused(
  code: ChangeRefusal['code'],
  message: string,
  more: Omit<ChangeRefusal, 'code' | 'message'> = {},
): Refused {
  return { result: 'refused', refusal: { code, message, ...more } };
}

/** Nothing of a policy changes before a policy exists: the first is applied as a whole. */
export const DISARMED: Refused = refused(
  'disarmed',
  `${sayNotSent({ code: 'no-policy' })} The first one is a file: npm run sluice -- policy init.`,
);

/** Null if the ledger is in a form that this version of Sluice writes. */
export function refuseByFormat(controls: Controls | null, reads?: FormatRange): Refused | null {
  const refusal = refusedByFormat(controls, reads);
  return refusal === null ? null : { result: 'refused', refusal };
}

/**
 * How often a change is tried again after another writer came in between: above all the audit log, to which every
 * command writes. Five collisions in one request mean people in a hurry.
 */
export const MAX_CHANGE_ATTEMPTS = 5;
