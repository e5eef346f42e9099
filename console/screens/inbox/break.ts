import type { components } from '@sluice/client';
import { type Difference, differencesOf } from '../../approving/differences.ts';
import type { SendDecision } from '../../deciding/use-decision.ts';

export type Break = components['schemas']['Break'];
export type BreakKind = components['schemas']['BreakExplanation']['kind'];

/** What a difference can have been, as the API names it. */
export const BREAK_KINDS = [
  { value: 'deposit', label: 'Deposit' },
  { value: 'transfer', label: 'Transfer' },
  { value: 'fee', label: 'Fee' },
  { value: 'interest', label: 'Interest' },
  { value: 'correction', label: 'Correction of the service' },
  { value: 'foreign-debit', label: 'Debit that is not ours' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly { readonly value: BreakKind; readonly label: string }[];

export function isBreakKind(text: unknown): text is BreakKind {
  return BREAK_KINDS.some(({ value }) => value === text);
}

export type BreakChoice = 'explain' | 'close';

export function decidingAbout(id: string): SendDecision<BreakChoice, BreakKind | null> {
  return async ({ client, input: { choice, comment, content: kind, etag } }) => {
    const input = { path: { id }, ifMatch: { etag } };
    if (choice === 'close') {
      await client.post('/v1/breaks/{id}/close', { ...input, body: { comment } });
      return 'Closed.';
    }
    if (kind === null) throw new TypeError('the form names no kind');
    await client.post('/v1/breaks/{id}/explain', { ...input, body: { kind, comment } });
    return 'Explained. It is closed next.';
  };
}

function basis({ amount, currency, status, message }: Break): object {
  return { amount, currency, status, message };
}

export function breakBasis(shown: Break): string {
  return JSON.stringify(basis(shown));
}

export function breakDifferences(before: Break, after: Break): readonly Difference[] {
  return differencesOf(basis(before), basis(after));
}
