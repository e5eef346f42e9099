import type { Break } from '../ledger/break.ts';
import { ItemTooLargeError } from '../ledger/item-too-large.ts';
import { digestOfSet } from './break-set.ts';
import type { BreakRefusal, BreakResult } from './ports.ts';

/** What became of one break of a set. Each is written by itself, whole or not at all. */
export type OneOutcome =
  | { readonly id: string; readonly result: 'done'; readonly version: number }
  | { readonly id: string; readonly result: 'changed-meanwhile'; readonly currentVersion?: number }
  | {
      readonly id: string;
      readonly result: 'refused';
      readonly code: BreakRefusal['code'] | 'item-too-large';
      readonly message: string;
    };

export type ManyResult =
  | { readonly result: 'decided'; readonly items: readonly OneOutcome[] }
  /** The set is another than the person saw: nothing was written. */
  | { readonly result: 'other-set'; readonly digest: string };

/**
 * A person's word about every break of a set, by the rules for one: who may, and that another person closes an outflow.
 * It rests on the set as the person saw it; a break that changes while the others are written is left as it is.
 */
export async function decideMany(
  set: readonly Break[],
  seen: string,
  decideOne: (each: Pick<Break, 'id' | 'version'>) => Promise<BreakResult>,
): Promise<ManyResult> {
  const digest = digestOfSet(set);
  if (digest !== seen) return { result: 'other-set', digest };
  const items: OneOutcome[] = [];
  for (const { id, version } of set) items.push(await decidedOne({ id, version }, decideOne));
  return { result: 'decided', items };
}

/** What stands in the way of one is no reason to say nothing of the others. */
async function decidedOne(
  each: Pick<Break, 'id' | 'version'>,
  decideOne: (each: Pick<Break, 'id' | 'version'>) => Promise<BreakResult>,
): Promise<OneOutcome> {
  const { id } = each;
  try {
    return outcomeOf(id, await decideOne(each));
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ItemTooLargeError) {
      return { id, result: 'refused', code: 'item-too-large', message };
    }
    throw error;
  }
}

function outcomeOf(id: string, result: BreakResult): OneOutcome {
  switch (result.result) {
    case 'written':
      return { id, result: 'done', version: result.break.version };
    case 'contended':
      return { id, result: 'changed-meanwhile' };
    case 'refused': {
      const { refusal } = result;
      if (refusal.code === 'stale') {
        const { currentVersion } = refusal;
        return { id, result: 'changed-meanwhile', currentVersion };
      }
      return { id, result: 'refused', code: refusal.code, message: refusal.message };
    }
    default:
      return result satisfies never;
  }
}
