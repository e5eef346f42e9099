import type { AnswerFact } from './answer-fact.ts';
import type { Seen } from './outcome.ts';
import type { NotSent } from './reply.ts';

/**
 * Characters of evidence kept with an instruction: holds a usual answer whole and a problem body with
 * room to spare, and stays far from the 400 kB that a stored item may have, even many times over.
 */
export const MAX_EVIDENCE_CHARACTERS = 2_000;

/** Controls, invisible format characters (bidirectional overrides among them) and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Text from an outside source, made fit for logs, terminals and tables: one line, nothing invisible, at most `limit`
 * characters. The number of characters cut off is added.
 */
export function cleanText(text: string, limit: number): string {
  // Cut first: cleaning a megabyte to keep two thousand characters of it would be work for nothing.
  const head = text.slice(0, limit).toWellFormed().replaceAll(UNPRINTABLE, ' ').trim();
  if (text.length <= limit) return head;
  const mark = ` … (${text.length} characters in all)`;
  return head.slice(0, Math.max(0, limit - mark.length)).toWellFormed() + mark;
}

/** Characters of each text of the service's that a fact repeats: the answer itself stands beside it. */
const MAX_REPEATED_CHARACTERS = 300;

/** The observation of one request: the answer in one line, and what was found in it. */
export function seenIn(
  { came, serviceAnswer }: Pick<NotSent, 'came' | 'serviceAnswer'>,
  found: AnswerFact | undefined,
): Seen {
  return {
    ...(found !== undefined && { found: cleaned(found) }),
    ...(came !== undefined && { came: cleaned(came) }),
    ...(serviceAnswer !== undefined && {
      evidence: cleanText(serviceAnswer, MAX_EVIDENCE_CHARACTERS),
    }),
  };
}

/** That alone, of what is kept with an outcome. */
export function seenOf({ found, came, evidence }: Seen): Seen {
  return {
    ...(found !== undefined && { found }),
    ...(came !== undefined && { came }),
    ...(evidence !== undefined && { evidence }),
  };
}

/** A fact whose texts may be shown. */
function cleaned<Fact>(fact: Fact): Fact {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value, MAX_REPEATED_CHARACTERS);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]));
  };
  return clean(fact) as Fact;
}
