import * as z from 'zod/mini';
import { coded, record, type Stored } from '../records/record.ts';
import type { HaltAct, HaltState, Resumption } from './halt-state.ts';

export const haltMarkSchema = record(() => ({
  generation: z.int().check(z.positive()),
  /** Absent: everything. */
  currency: z.exactOptional(z.string()),
}));

/**
 * A halt leaves a mark: an item of its own, named by the scope of the halt and by the generation. No function deletes
 * from the ledger, so a mark proves a halt even if the halt's own item says something else by now.
 */
export type HaltMark = Stored<typeof haltMarkSchema>;

/** The last generations in which everything, and each currency by itself, is known to have been halted. */
export interface HaltMarks {
  /** 0: never. */
  readonly everything: number;
  /** Currencies that were never halted are absent. */
  readonly currencies: Readonly<Record<string, number>>;
}

/** The marks of a halt that is still in force; none for one that has ended. */
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

export const erasedHaltSchema = z.discriminatedUnion('code', [
  /** The last resumption made a later generation than stands. */
  coded('older-generation', () => ({ generation: z.int(), after: z.int() })),
  coded('everything-not-resumed', () => ({ generation: z.int() })),
  coded('currency-not-resumed', () => ({ currency: z.string() })),
]);

/** What shows that another program than Sluice has ended a halt. */
export type ErasedHalt = Stored<typeof erasedHaltSchema>;

/**
 * A reason why the state's "live" is not to be believed: it was halted, and no valid resumption ended that; null if
 * there is none. `ended` is the last resumption, if its seal is valid. Pure.
 */
export function endedByNobody(
  halt: HaltState,
  marks: HaltMarks,
  ended: Resumption | null,
): ErasedHalt | null {
  const { mode, currencies, generation } = halt;
  const until = ended?.next ?? 0;
  if (until > generation) return { code: 'older-generation', generation, after: until };
  if (mode === 'live' && (marks.everything > until || ended?.left.everything === true)) {
    return { code: 'everything-not-resumed', generation: marks.everything };
  }
  const left = ended?.left.currencies ?? [];
  const since = Object.entries(marks.currencies).filter(([, marked]) => marked > until);
  const halted = [...left, ...since.map(([currency]) => currency)];
  const erased = halted.find((currency) => !Object.hasOwn(currencies, currency));
  return erased === undefined ? null : { code: 'currency-not-resumed', currency: erased };
}

/** A generation after every one that was marked: the end of a halt ends every halt up to then. */
export function generationAfter({ generation }: HaltState, marks: HaltMarks): number {
  return Math.max(generation, marks.everything, ...Object.values(marks.currencies)) + 1;
}
