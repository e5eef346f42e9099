import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import { sayDecided } from '../facts/sentences/say/say-waiting.ts';
import type { Superseded } from '../facts/waiting-facts.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type CurrentItem, type PolicyChange, stateOf } from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import { type ErasedHalt, endedByNobody, type HaltMarks } from '../policy/halt-marks.ts';
import type { HaltState } from '../policy/halt-state.ts';
import type { Policy } from '../policy/policy.ts';
import { lastResumption } from '../sealing/judge-halt.ts';
import { judgeChange, type SealedLedger } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { type ConflictPorts, conflictsOf } from './conflicts.ts';
import { isDeleted, type Wanted, wantedBy } from './drafts.ts';
import { DISARMED, type Refused, refuseByFormat, refused } from './refusal.ts';
import { refuseByControls, trustedItem } from './trusted-item.ts';

/*
 * Whether a person may decide about a proposal, for the route that writes the decision and for the inbox that announces
 * it: one judgement, so that they cannot differ.
 */

export type ChangeDecision = 'approve' | 'decline' | 'withdraw';

/** The state that a decision leads to. */
export const DECIDED = {
  approve: 'approved',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Readonly<Record<ChangeDecision, string>>;

export type ChangeJudgement =
  | { readonly judgement: 'refuse'; readonly refused: Refused }
  /** The same person decided the same before: perhaps the first response was lost. */
  | { readonly judgement: 'done-before' }
  | { readonly judgement: 'proceed' };

function refuse(...refusal: Parameters<typeof refused>): {
  readonly judgement: 'refuse';
  readonly refused: Refused;
} {
  return { judgement: 'refuse', refused: refused(...refusal) };
}

/** Who may decide what, and when. Pure. */
export function judgeChangeDecision(
  change: PolicyChange,
  { decision, by }: { readonly decision: ChangeDecision; readonly by: string },
  at: Instant,
): ChangeJudgement {
  const { status, madeBy, expiresAt } = change;
  if (status.state !== 'proposed') {
    if (status.state === DECIDED[decision] && status.by === by) return { judgement: 'done-before' };
    const message = `It was ${status.state} by ${status.by} at ${status.at}: ${sayDecided(status)}`;
    return refuse('change-closed', message);
  }
  if (stateOf(change, at) === 'expired') {
    return refuse('change-expired', `It expired at ${expiresAt}. It has to be proposed again.`);
  }
  if (decision === 'withdraw') {
    const message = `It was made by ${madeBy}, who alone can take it back.`;
    return by === madeBy ? { judgement: 'proceed' } : refuse('made-by-another', message);
  }
  if (by !== madeBy) return { judgement: 'proceed' };
  const message = 'Whoever made a change does not decide about it; taking it back is possible.';
  return refuse('maker-is-checker', message);
}

/** A proposal, and everything that an approval of it rests on. */
export interface SeenChange {
  readonly change: PolicyChange;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  /** The piece in force, or a deleted one; null if there never was one. */
  readonly current: CurrentItem | null;
  readonly at: Instant;
}

export type ChangeApprovalJudgement =
  | { readonly judgement: 'refuse'; readonly refused: Refused }
  /** Another version stands than the one that it was proposed on: the first decision about it ends it. */
  | { readonly judgement: 'superseded'; readonly version: number; readonly why: Superseded }
  | {
      readonly judgement: 'proceed';
      readonly controls: Controls;
      readonly trusted: CurrentItem | null;
      readonly wanted: Wanted;
    };

/** Whether a proposal can be approved as things stand, whoever approves it. */
export async function judgeChangeApproval(
  ports: ConflictPorts & { readonly seals: SealVerifier },
  { change, policy, lanes, epoch, current, at }: SeenChange,
): Promise<ChangeApprovalJudgement> {
  const { controls } = policy;
  if (controls === null) return { judgement: 'refuse', refused: DISARMED };
  const newer = refuseByFormat(controls);
  if (newer !== null) return { judgement: 'refuse', refused: newer };
  const superseded = supersededBy(change, policy, current);
  if (superseded !== null) return { judgement: 'superseded', ...superseded };
  const ledger = { tenant: change.tenant, epoch };
  const trusted = await trustedItem(ports.seals, ledger, current);
  const unsealed = await refuseUnsealed(ports.seals, ledger, { change, trusted, controls });
  if (unsealed !== null) return { judgement: 'refuse', refused: unsealed };
  const wanted = wantedBy(change);
  const armed = lanes.map(({ currency }) => currency);
  const fields = await conflictsOf(ports, { tenant: change.tenant, wanted, policy, armed, at });
  if (fields.length === 0) return { judgement: 'proceed', controls, trusted, wanted };
  const message = 'It does not fit the rest of the policy any more. It has to be proposed anew.';
  return refuse('change-conflict', message, { fields });
}

/** No approver saw what the two would make together. */
function supersededBy(
  { baseVersion, resumption }: PolicyChange,
  { halt }: Policy,
  current: CurrentItem | null,
): { readonly version: number; readonly why: Superseded } | null {
  const version = current?.item.version ?? 0;
  if (version !== baseVersion || isDeleted(current)) {
    return { version, why: { code: 'other-version', baseVersion, stands: version } };
  }
  if (resumption === undefined || resumption.generation === halt.generation) return null;
  const why = {
    code: 'another-halt',
    ends: resumption.generation,
    stands: halt.generation,
  } as const;
  return { version, why };
}

/** Whether a halt that a proposal ends is what Sluice wrote; what shows that it is not, and the marks that say so. */
export async function judgeHaltWhole(
  {
    ledger,
    seals,
  }: { readonly ledger: Pick<Ledger, 'readHaltMarks'>; readonly seals: SealVerifier },
  sealed: SealedLedger,
  halt: HaltState,
): Promise<{ readonly marks: HaltMarks; readonly erased: ErasedHalt | null }> {
  const marks = await ledger.readHaltMarks(sealed.tenant, 'all');
  const { ended: before } = await lastResumption(seals, sealed, halt);
  return { marks, erased: endedByNobody(halt, marks, before) };
}

/** The refusal of a resumption of such a halt. */
export function sayErased(erased: ErasedHalt): string {
  return `${sayRefusal({ code: 'halt-erased', erased })} Halt that again, then propose this again.`;
}

interface Rested {
  readonly change: PolicyChange;
  readonly trusted: CurrentItem | null;
  readonly controls: Controls;
}

/** Null if the change is what its maker asked for, and rests on what deciding functions wrote. */
async function refuseUnsealed(
  verifier: SealVerifier,
  ledger: SealedLedger,
  { change, trusted, controls }: Rested,
): Promise<Refused | null> {
  const verdict = await judgeChange(verifier, ledger.epoch, change);
  if (verdict !== 'valid') {
    const message = `It is not what its maker asked for, or it was proposed before there were seals (its seal is ${verdict}). It has to be proposed again.`;
    return refused('change-unsealed', message);
  }
  if (change.before !== null && trusted === null) {
    const message = 'The seal over what it rests on does not hold. It has to be proposed again.';
    return refused('change-unsealed', message);
  }
  if (change.kind === 'controls') return null;
  return await refuseByControls(verifier, ledger, controls);
}
