import type { BlockedLane } from '../evidence/weigh.ts';
import { lanesBlockedBy } from '../evidence/weigh.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { sayEvidence } from '../facts/sentences/say/say-evidence.ts';
import type {
  Instruction,
  InstructionState,
  SettlementProposal,
} from '../instructions/instruction.ts';
import { currenciesOf } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import { refuseStatement, type Stated, type TooManyStatements } from '../ledger/statement-room.ts';
import type { Controls } from '../policy/controls.ts';
import { type RefusedByFormat, refusedByFormat } from '../rules/refused-by-format.ts';
import { type Instant, later } from '../time/instant.ts';
import { isPartial, isSameFill, problemOfFill } from './judge-fill.ts';
import type { SettlementCommand } from './settlement-command.ts';
import { lapseOf } from './stands.ts';
import type { ReadingRefusal } from './weigh-anew.ts';

/** Why a person's word is refused. `message` says what to do instead. */
export type SettlementRefusal =
  | { readonly code: 'not-found'; readonly message: string }
  | {
      readonly code: 'nothing-to-settle';
      readonly message: string;
      readonly state: InstructionState;
    }
  /** A lane that it may hold cannot be read: nothing of it is released or given back. */
  | { readonly code: 'unreadable'; readonly message: string }
  /** The balances freed the lane before: there is nothing left to release. */
  | { readonly code: 'lane-free'; readonly message: string }
  | { readonly code: 'no-evidence'; readonly message: string }
  | { readonly code: 'evidence-changed'; readonly message: string; readonly evidence: string }
  | { readonly code: 'in-quarantine'; readonly message: string; readonly until: Instant }
  | { readonly code: 'no-later-balance'; readonly message: string; readonly until: Instant }
  | { readonly code: 'withdrawal-id-mismatch'; readonly message: string }
  | { readonly code: 'withdrawal-known'; readonly message: string }
  | { readonly code: 'fill-missing'; readonly message: string }
  | { readonly code: 'fill-mismatch'; readonly message: string }
  | TooManyStatements
  | ReadingRefusal
  | RefusedByFormat
  | {
      readonly code: 'proposal-differs';
      readonly message: string;
      readonly proposal: SettlementProposal;
    };

export type SettlementJudgement =
  | { readonly judgement: 'refuse'; readonly refusal: SettlementRefusal }
  | { readonly judgement: 'settled-before'; readonly instruction: Instruction }
  /** The same person's same word stands: perhaps the first response was lost. */
  | {
      readonly judgement: 'proposed-before';
      readonly instruction: Instruction;
      readonly first: SettlementProposal;
    }
  | { readonly judgement: 'propose'; readonly instruction: Instruction }
  | {
      readonly judgement: 'settle';
      readonly instruction: Instruction;
      readonly first: SettlementProposal;
      readonly blocked: readonly BlockedLane[];
    };

export interface SettlementView {
  readonly at: Instant;
  readonly instruction: Instruction | null;
  readonly lanes: readonly Lane[];
  readonly controls: Controls | null;
  /** Whether the id that the person names belongs to a withdrawal on record. */
  readonly idIsKnown: boolean;
}

/** The result of a person's word, on the current ledger. Pure. */
export function judgeSettlement(
  command: SettlementCommand,
  view: SettlementView,
): SettlementJudgement {
  const { instruction, lanes, controls } = view;
  if (instruction === null) {
    return refuse({ code: 'not-found', message: 'There is no such instruction.' });
  }
  if (isSettledSo(instruction, command)) return { judgement: 'settled-before', instruction };
  const blocked = lanesBlockedBy(instruction.id, lanes);
  // Who says what became of it in a format of another version is asked by that one: it knows what is freed and given back.
  const refusal =
    refusedByFormat(controls) ??
    refuseUnreadable(instruction, lanes) ??
    refuseState(instruction, blocked) ??
    refuseId(command, view, instruction) ??
    refuseFill(command, instruction) ??
    refuseEvidence(command, view.at, instruction, blocked);
  if (refusal !== null) return refuse(refusal);
  const first = currentProposal(instruction, view.at);
  if (
    first?.by === command.by &&
    first.comment === command.comment &&
    saysTheSame(first, command)
  ) {
    return { judgement: 'proposed-before', instruction, first };
  }
  if (first === null || first.by === command.by) {
    const full = refuseStatement(statedOf(instruction), command.by);
    return full === null ? { judgement: 'propose', instruction } : refuse(full);
  }
  if (!saysTheSame(first, command)) {
    const message = `${first.by} said otherwise. Who said it can take it back; then say it again.`;
    return refuse({ code: 'proposal-differs', message, proposal: first });
  }
  return { judgement: 'settle', instruction, first, blocked };
}

function saysTheSame(
  first: SettlementProposal,
  { executed, withdrawalId, fill }: SettlementCommand,
): boolean {
  return (
    first.executed === executed &&
    first.withdrawalId === withdrawalId &&
    isSameFill(first.fill, fill)
  );
}

/** What people have said of its outcome so far, and taken back: a line each. Agreeing ends it, and is not counted. */
function statedOf({ history }: Instruction): readonly Stated[] {
  return history.flatMap(({ fact }): readonly Stated[] => {
    if (fact.code === 'settlement-proposed') return [{ by: fact.by, message: fact.comment }];
    return fact.code === 'settlement-withdrawn' ? [{ by: fact.by, message: '' }] : [];
  });
}

function refuse(refusal: SettlementRefusal): SettlementJudgement {
  return { judgement: 'refuse', refusal };
}

/** The same person's same word again, after it was carried out: perhaps the first response was lost. */
function isSettledSo({ status }: Instruction, { by, executed, fill }: SettlementCommand): boolean {
  const people: readonly string[] | 'evidence' =
    status.state === 'released' && !executed
      ? status.by
      : status.state === 'confirmed' &&
          executed &&
          status.confirmation.kind === 'settled' &&
          isSameFill(status.confirmation.fill, fill)
        ? status.confirmation.by
        : [];
  return people.includes(by);
}

function refuseUnreadable(
  { content }: Instruction,
  lanes: readonly Lane[],
): SettlementRefusal | null {
  const unreadable = unreadableIn(lanes, currenciesOf(content));
  return unreadable === null ? null : { code: 'unreadable', message: sayNotSent(unreadable) };
}

function refuseState(
  { id, status, content }: Instruction,
  blocked: readonly BlockedLane[],
): SettlementRefusal | null {
  const { state } = status;
  if (state !== 'unknown' && state !== 'rejected' && state !== 'anomaly') {
    const message = `Instruction ${id} is ${state}: what became of it is not in doubt.`;
    return { code: 'nothing-to-settle', message, state };
  }
  if (blocked.length === currenciesOf(content).length) return null;
  const message = `Instruction ${id} holds no currency any more: the balances showed that nothing had left.`;
  return { code: 'lane-free', message };
}

function refuseId(
  { executed, withdrawalId }: SettlementCommand,
  { idIsKnown }: SettlementView,
  { content }: Instruction,
): SettlementRefusal | null {
  if (withdrawalId === undefined) return null;
  if (!executed || content.kind !== 'withdrawal') {
    const message = 'Only a withdrawal that was executed has a withdrawal id at the service.';
    return { code: 'withdrawal-id-mismatch', message };
  }
  if (!idIsKnown) return null;
  const message = `Withdrawal ${withdrawalId} is on record with another instruction. Look at that one; or say it without an id.`;
  return { code: 'withdrawal-known', message };
}

/** The executed part of a trade is never guessed: not from the balances, nor from the request. */
function refuseFill(
  { executed, fill }: SettlementCommand,
  { content }: Instruction,
): SettlementRefusal | null {
  if (fill === undefined) {
    if (!executed || content.kind === 'withdrawal') return null;
    const message =
      'State what of the trade was executed, in both its currencies: "fill": {"base": "...", "quote": "..."}. It may be less than was asked for.';
    return { code: 'fill-missing', message };
  }
  if (!executed || content.kind === 'withdrawal') {
    const message = 'Only a trade of which something was executed has a fill.';
    return { code: 'fill-mismatch', message };
  }
  const problem = problemOfFill(content, fill);
  return problem === null ? null : { code: 'fill-mismatch', message: problem };
}

/**
 * Each person judges the current state; "not executed", of all of it or of the rest of a trade, rests on a balance
 * from after the quarantine.
 */
function refuseEvidence(
  command: SettlementCommand,
  at: Instant,
  { evidence, content, status }: Instruction,
  blocked: readonly BlockedLane[],
): SettlementRefusal | null {
  // The later of both copies: an earlier end in the lane alone is no word of Sluice's.
  const own = 'claim' in status ? status.claim.quarantineUntil : at;
  const until = blocked.map((lane) => lane.status.claim.quarantineUntil).reduce(later, own);
  const saysNot = !command.executed || isPartial(content, command.fill);
  if (saysNot && at < until) {
    const message = `Until ${until} the service may still execute it; it cannot be called "not executed" before then.`;
    return { code: 'in-quarantine', message, until };
  }
  if (evidence === undefined) {
    const message = 'No balance has been read since the claim; wait for the next snapshot.';
    return { code: 'no-evidence', message };
  }
  // A currency that answers leave out keeps people from nothing: they have looked it up at the service.
  const isReadAfter = evidence.afterQuarantine || evidence.notStated?.afterQuarantine === true;
  if (saysNot && !isReadAfter) {
    const message = `No balance has been read since the quarantine ended ${until}; wait for the next snapshot.`;
    return { code: 'no-later-balance', message, until };
  }
  if (command.evidence === evidence.digest) return null;
  const message = `The evidence is not what you saw any more. Now: ${sayEvidence(evidence)}`;
  return { code: 'evidence-changed', message, evidence: evidence.digest };
}

/** The first person's word, while it holds. */
export function currentProposal(instruction: Instruction, at: Instant): SettlementProposal | null {
  const { settlement } = instruction;
  if (settlement === undefined) return null;
  return lapseOf(settlement, instruction, at) === null ? settlement : null;
}
