import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import type { HaltAct, HaltState, Resumption } from './halt-state.ts';

export const haltMarkSchema = record({
  generation: z.int().check(z.positive()),
  /** Absent: everything. */
  currency: z.exactOptional(z.string()),
});

/**
 * A halt leaves a mark: an item of its own, named by what was halted and by the generation. Nobody deletes from the
 * ledger, so that a mark tells of a halt also where the halt's own item says something else by now.
 */
export type HaltMark = Stored<typeof haltMarkSchema>;

/** The last generations in which everything, and each currency by itself, is known to have been halted. */
export interface HaltMarks {
  /** 0: never. */
  readonly everything: number;
  /** Currencies that were never halted are absent. */
  readonly currencies: Readonly<Record<string, number>>;
}

/** The marks of a halt that still stands; of one that has ended there is nothing to say any more. */
export function marksOf(
  { generation, mode, currencies }: HaltState,
  { currency }: Pick<HaltAct, 'currency'>,
): readonly HaltMark[] {
  const own = currency !== undefined && Object.hasOwn(currencies, currency);
  return [
    ...(mode === 'halted' ? [{ generation }] : []),
    ...(own ? [{ generation, currency }] : []),
  ];
}

/**
 * What the state says to be live although it was halted, and nothing that is believed has ended that; null where there
 * is nothing of the kind. `ended` is the last resumption, where its seal holds. Pure.
 */
export function endedByNobody(
  halt: HaltState,
  marks: HaltMarks,
  ended: Resumption | null,
): string | null {
  const { mode, currencies, generation } = halt;
  const until = ended?.next ?? 0;
  if (until > generation) return `it is generation ${generation}, after generation ${until}`;
  if (mode === 'live' && (marks.everything > until || ended?.left.everything === true)) {
    return `everything was halted in generation ${marks.everything}, and nobody has ended that`;
  }
  const left = ended?.left.currencies ?? [];
  const since = Object.entries(marks.currencies).filter(([, marked]) => marked > until);
  const halted = [...left, ...since.map(([currency]) => currency)];
  const erased = halted.find((currency) => !Object.hasOwn(currencies, currency));
  return erased === undefined ? null : `${erased} was halted, and nobody has ended that`;
}

/** A generation after every one that was marked: what ends a halt ends whatever was halted until then. */
export function generationAfter({ generation }: HaltState, marks: HaltMarks): number {
  return Math.max(generation, marks.everything, ...Object.values(marks.currencies)) + 1;
}
