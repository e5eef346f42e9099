import { type Balances, statedIn } from '../../treasury/valuation/balance.ts';

/*
 * The service's own answer beside the balances that were read from it: the same names and amounts in the same order, with the
 * service's words around them. So the answer is kept with a mark in the place of each. Words that repeat take next to nothing.
 */

const MARKS = { name: '\ue000', total: '\ue001', available: '\ue002' } as const;

/** Of an answer, and whatever else is written as they are. */
const NAMES_AND_AMOUNTS = /[\w.+-]+/g;
const ANY_MARK = /[\ue000-\ue002]/g;

/** The answer with its marks, or as it was, in a list, where marks would not give it again. */
export type PackedAnswer = string | readonly [string];

export function packedAnswer(answer: string, balances: Balances): PackedAnswer {
  const stated = statedIn(balances);
  let at = -1;
  const marked = answer.replace(NAMES_AND_AMOUNTS, (word) => {
    const [next] = stated[at + 1] ?? [];
    if (word === next) {
      at += 1;
      return MARKS.name;
    }
    const [, balance] = stated[at] ?? [];
    if (word === balance?.total) return MARKS.total;
    return word === balance?.available ? MARKS.available : word;
  });
  return unpackedAnswer(marked, balances) === answer ? marked : [answer];
}

/** The answer as it was. */
export function unpackedAnswer(packed: PackedAnswer, balances: Balances): string {
  if (typeof packed !== 'string') return packed[0];
  const stated = statedIn(balances);
  let at = -1;
  return packed.replace(ANY_MARK, (mark) => {
    if (mark === MARKS.name) at += 1;
    const [name, balance] = stated[at] ?? [];
    const word = { [MARKS.name]: name, [MARKS.total]: balance?.total }[mark] ?? balance?.available;
    return word ?? mark;
  });
}
