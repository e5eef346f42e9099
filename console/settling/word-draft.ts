import * as z from 'zod/mini';
import type { Instruction } from '../approving/instruction.ts';
import type { SettlementBody } from './settlement.ts';

/** The form of a first word as it is filled in. */
const wordDraft = z.object({
  executed: z.nullable(z.enum(['yes', 'no'])),
  withdrawalId: z.string(),
  base: z.string(),
  quote: z.string(),
});
export type WordDraft = z.infer<typeof wordDraft>;

export const NO_WORD: WordDraft = { executed: null, withdrawalId: '', base: '', quote: '' };

/** From what a tab kept, which is read like anything from outside. */
export function draftOf(kept: unknown): WordDraft {
  const parsed = wordDraft.safeParse(kept);
  return parsed.success ? parsed.data : NO_WORD;
}

/** Decimal text as the API takes it. */
const DECIMAL = /^\d+(\.\d+)?$/;

/** The word that a form comes to; null while something of it is missing. */
export function wordOf(
  { executed, withdrawalId, base, quote }: WordDraft,
  { kind }: Pick<Instruction['content'], 'kind'>,
): Omit<SettlementBody, 'comment'> | null {
  if (executed === null) return null;
  if (executed === 'no') return { executed: false };
  if (kind === 'withdrawal') {
    const id = withdrawalId.trim();
    return { executed: true, ...(id !== '' && { withdrawalId: id }) };
  }
  const fill = { base: base.trim(), quote: quote.trim() };
  return DECIMAL.test(fill.base) && DECIMAL.test(fill.quote) ? { executed: true, fill } : null;
}

/** Until when the service may carry it out; null where that is not known. */
export function quarantineOf({ status }: Pick<Instruction, 'status'>): string | null {
  return 'claim' in status ? status.claim.quarantineUntil : null;
}
