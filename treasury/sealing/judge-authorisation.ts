import type { Calendar } from '../calendars/calendar.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { InstructionSeal, PinnedPiece } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { unsealedFact } from './decision-basis.ts';
import { judgeInstruction } from './instruction-seals.ts';
import { pinned } from './messages.ts';
import { judgePiece, type SealedLedger } from './policy-seals.ts';
import { approvalsRequiredNow, countApprovals } from './required-approvals.ts';
import { NOT_SEALED, SEAL_INVALID } from './tampering.ts';

/** The sender's knowledge just before it sends. */
export interface Authorised {
  readonly instruction: Instruction;
  readonly policy: Pick<Policy, 'controls' | 'rules' | 'accounts' | 'calendars'>;
  readonly epoch: string;
  readonly now: Instant;
}

export type AuthorisationJudgement =
  | { readonly kind: 'authorised' }
  /** It is not sent, and never will be. */
  | { readonly kind: 'cancel'; readonly reason: string; readonly why: StopFact }
  /** Another program than Sluice wrote to the ledger. */
  | { readonly kind: 'tampered'; readonly reason: typeof SEAL_INVALID; readonly why: StopFact }
  /** Nothing is known about a seal; a later delivery tries again. `said`: by what was to verify it. */
  | { readonly kind: 'unknown'; readonly said: string };

/**
 * Whether an instruction may be sent: one seal is verified, the instruction's own. It covers digests of the controls,
 * the rule and the destination, which the deciding function verified: the current ones must still match. Controls
 * that were changed since are verified by themselves, so that a change meanwhile is not mistaken for an attack.
 */
export async function judgeAuthorisation(
  verifier: SealVerifier,
  subject: Authorised,
): Promise<AuthorisationJudgement> {
  try {
    return await judge(verifier, subject);
  } catch (error) {
    return { kind: 'unknown', said: error instanceof Error ? error.message : String(error) };
  }
}

async function judge(
  verifier: SealVerifier,
  { instruction, policy, epoch, now }: Authorised,
): Promise<AuthorisationJudgement> {
  const { seal, id } = instruction;
  const { controls } = policy;
  if (controls === null) return cancel('disarmed', { limit: 'mode', code: 'no-policy' });
  if (seal === undefined) return unsealed(id, controls);
  const verdict = await judgeInstruction(verifier, epoch, instruction, now);
  switch (verdict) {
    case 'valid':
      return (
        (await refuseChanged(verifier, { instruction, policy, epoch, seal, controls })) ??
        refuseTooFew(instruction, policy, controls, seal)
      );
    case 'invalid':
      return tampered({ code: 'seal-broken', instructionId: id });
    case 'expired':
      return cancel('too-old', { code: 'seal-expired', expiresAt: seal.expiresAt });
    default:
      return cancel(NOT_SEALED, { code: 'not-decided-here', instructionId: id });
  }
}

/**
 * Before there were seals nothing had one. Once the controls carry one, every instruction that can still be sent was
 * decided after that, and another program must have removed the seal.
 */
function unsealed(instructionId: string, { seal }: Controls): AuthorisationJudgement {
  return seal === undefined
    ? cancel(NOT_SEALED, { code: 'older-than-seals', instructionId })
    : tampered({ code: 'seal-missing', instructionId });
}

interface Sealed {
  readonly instruction: Instruction;
  readonly policy: Authorised['policy'];
  readonly epoch: string;
  readonly seal: InstructionSeal;
  readonly controls: Controls;
}

/** Null if the current pieces are those that it was decided on. */
async function refuseChanged(
  verifier: SealVerifier,
  { instruction, policy, epoch, seal, controls }: Sealed,
): Promise<AuthorisationJudgement | null> {
  const { rule, account, controls: decidedOn, calendars } = seal.authorisation;
  const ledger = { tenant: instruction.tenant, epoch };
  return (
    refusePiece('rule', rule, ruleOf(instruction, policy)) ??
    refusePiece('account', account, accountOf(instruction, policy)) ??
    (await refuseOther(verifier, ledger, decidedOn, { kind: 'controls', item: controls })) ??
    (await refuseCalendars(verifier, ledger, calendars, calendarsOf(instruction, policy)))
  );
}

/** A holiday that is added or taken away meanwhile is no attack: the claim has looked at the calendars as they are now. */
async function refuseCalendars(
  verifier: SealVerifier,
  ledger: SealedLedger,
  decidedOn: InstructionSeal['authorisation']['calendars'] = {},
  calendars: readonly Calendar[],
): Promise<AuthorisationJudgement | null> {
  for (const item of calendars) {
    const pin = Object.hasOwn(decidedOn, item.id) ? decidedOn[item.id] : undefined;
    const refusal = await refuseOther(verifier, ledger, pin, { kind: 'calendar', item });
    if (refusal !== null) return refusal;
  }
  return null;
}

function refusePiece(
  kind: 'rule' | 'account',
  decidedOn: PinnedPiece | undefined,
  current: (CurrentItem & { readonly kind: 'rule' | 'account' }) | null,
): AuthorisationJudgement | null {
  if (decidedOn === undefined && current === null) return null;
  if (decidedOn !== undefined && current !== null) {
    if (isSame(decidedOn, current)) return null;
    // Two contents of one version: no deciding function writes that.
    if (decidedOn.version === current.item.version) {
      return tampered(unsealedFact(current, 'invalid'));
    }
  }
  return cancel(`${kind}-changed`, { code: 'piece-changed', piece: kind });
}

/** A piece that may be another by now, if a deciding function has written that one too. */
async function refuseOther(
  verifier: SealVerifier,
  ledger: SealedLedger,
  decidedOn: PinnedPiece | undefined,
  piece: CurrentItem & { readonly kind: 'controls' | 'calendar' },
): Promise<AuthorisationJudgement | null> {
  if (decidedOn !== undefined && isSame(decidedOn, piece)) return null;
  const { item } = piece;
  const verdict =
    decidedOn?.version === item.version ? 'invalid' : await judgePiece(verifier, ledger, piece);
  if (verdict === 'valid') return null;
  const why = unsealedFact(piece, verdict);
  return verdict === 'invalid' ? tampered(why) : cancel('disarmed', why);
}

function refuseTooFew(
  instruction: Instruction,
  policy: Authorised['policy'],
  controls: Controls,
  { authorisation }: InstructionSeal,
): AuthorisationJudgement {
  const rule = ruleOf(instruction, policy)?.item ?? null;
  const current = { controls, rule };
  const required = approvalsRequiredNow(instruction, current, authorisation);
  const approvals = countApprovals(instruction);
  if (approvals >= required) return { kind: 'authorised' };
  const needed = { required, given: approvals };
  return cancel('approvals-missing', { code: 'more-approvals-by-policy', ...needed });
}

function isSame(decidedOn: PinnedPiece, current: CurrentItem): boolean {
  const { version, digest } = pinned(current);
  return decidedOn.version === version && decidedOn.digest === digest;
}

function ruleOf({ origin }: Instruction, { rules }: Authorised['policy']) {
  if (origin.kind !== 'sweep') return null;
  const item = rules.find(({ id }) => id === origin.ruleId);
  return item === undefined ? null : ({ kind: 'rule', item } as const);
}

function calendarsOf(
  { origin }: Instruction,
  { rules, calendars = [] }: Authorised['policy'],
): readonly Calendar[] {
  if (origin.kind !== 'sweep') return [];
  const rule = rules.find(({ id }) => id === origin.ruleId);
  return rule === undefined ? [] : ownCalendarsOf(rule, calendars);
}

function accountOf({ content }: Instruction, { accounts }: Authorised['policy']) {
  if (content.kind === 'trade') return null;
  const item = accounts.find(({ id }) => id === content.withdrawalAccountId);
  return item === undefined ? null : ({ kind: 'account', item } as const);
}

function cancel(reason: string, why: StopFact): AuthorisationJudgement {
  return { kind: 'cancel', reason, why };
}

function tampered(why: StopFact): AuthorisationJudgement {
  return { kind: 'tampered', reason: SEAL_INVALID, why };
}
