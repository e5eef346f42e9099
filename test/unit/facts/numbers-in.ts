import type { Sentence } from '../../../treasury/facts/sentences/sentence.ts';

const DIGITS = /\d+/g;

/** What a sentence says of amounts, times, names and counts, in no order: the same in every language. */
export function numbersIn(said: Sentence): readonly string[] {
  const numbers = said.flatMap((part) =>
    typeof part === 'string' ? (part.match(DIGITS) ?? []) : [JSON.stringify(part)],
  );
  return numbers.sort();
}
