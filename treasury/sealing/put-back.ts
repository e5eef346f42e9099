import type { StopFact } from '../facts/stop-fact.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { markOf } from '../instructions/instruction-mark.ts';
import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { tamperingHalt } from './tampering.ts';

/*
 * An instruction leaves the states in which it can still be sent once: claimed, cancelled, declined or expired. The same
 * write marks it, and no principal deletes a mark. An old item that is put back into the table has a seal that holds; but
 * whatever takes it out of those states again finds its mark.
 */

type ReadingLedger = Pick<Ledger, 'readInstruction'>;

/** An instruction as it stands, and as it ends without being sent. */
interface Ending {
  readonly before: Instruction;
  readonly after: Instruction;
  readonly at: Instant;
}

/** The two writes by which an instruction leaves. */
export function leaving(after: Instruction): readonly LedgerWrite[] {
  return [
    { kind: 'replace-instruction', instruction: after },
    { kind: 'mark-instruction', mark: markOf(after) },
  ];
}

/**
 * Ends an instruction that is not to be sent, with whatever else is written by that. One that had left before was put
 * back: it ends all the same, and everything is halted.
 */
export async function commitEnding(
  ledger: ReadingLedger & Pick<Ledger, 'commit'>,
  { before, after, at }: Ending,
  others: readonly LedgerWrite[],
): Promise<CommitResult> {
  const { tenant } = before;
  const result = await ledger.commit(tenant, [...leaving(after), ...others]);
  if (!(await isPutBack(ledger, before, result))) return result;
  const halts = others.some(({ kind }) => kind === 'halt')
    ? []
    : [tamperingHalt(before.id, { code: 'stopped', why: putBack(before) }, at)];
  return await ledger.commit(tenant, [
    { kind: 'replace-instruction', instruction: after },
    ...others,
    ...halts,
  ]);
}

/**
 * Whether a commit failed because its instruction had left before: there is a mark, and yet the very version that the
 * commit was computed from still stands. Otherwise another commit came first.
 */
export async function isPutBack(
  ledger: ReadingLedger,
  { tenant, id, version }: Pick<Instruction, 'tenant' | 'id' | 'version'>,
  result: CommitResult,
): Promise<boolean> {
  if (result.ok || !result.conflicts.includes('mark-instruction')) return false;
  const current = await ledger.readInstruction(tenant, id);
  return current?.version === version;
}

/** Why an instruction ends that had left before. */
export function putBack({ id }: Pick<Instruction, 'id'>): StopFact {
  return { code: 'put-back', instructionId: id };
}
