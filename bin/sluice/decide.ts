import { isProblem } from '@sluice/client';
import { CommandError } from './command-error.ts';
import type { ReadingClient } from './context.ts';
import type { Screen } from './screen/screen.ts';
import { type Change, changeLines } from './views/change.ts';
import { type Instruction, instructionLines } from './views/instruction.ts';

/** Something that people decide about, as it was read. */
export type Subject =
  | {
      readonly kind: 'withdrawal' | 'trade';
      readonly item: Instruction;
      readonly etag: string | null;
    }
  | { readonly kind: 'change'; readonly item: Change; readonly etag: string | null };

/** What an id stands for. Ids of withdrawals, trades and changes are different, so one of them has it. */
export async function subjectOf(api: ReadingClient, id: string): Promise<Subject> {
  const path = { id };
  try {
    const { data: item, etag } = await api.get('/v1/instructions/{id}', { path });
    return { kind: item.content.kind, item, etag };
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
  }
  try {
    const { data: item, etag } = await api.get('/v1/changes/{id}', { path });
    return { kind: 'change', item, etag };
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    throw new CommandError(`there is no withdrawal, trade or change ${id}`, {
      exit: 'refused',
      help: 'What waits for a decision: sluice inbox.',
    });
  }
}

export function subjectLines(subject: Subject, screen: Screen): readonly string[] {
  return subject.kind === 'change'
    ? changeLines(subject.item, screen)
    : instructionLines(subject.item, screen);
}
