import type { components } from '@sluice/client';
import { type Difference, differencesOf } from '../../approving/differences.ts';
import type { SendDecision } from '../../deciding/use-decision.ts';

export type UnbookedView = components['schemas']['UnbookedView'];
type Said = NonNullable<UnbookedView['said']>;

/** What the form holds: "not-executed" says as well what becomes of the budgets. */
export const UNBOOKED_OUTCOMES = {
  booked: { text: 'The service booked it: a balance will show it, or shows it elsewhere' },
  'give-back': { text: 'It was not executed: budgets and limits get the amount back' },
  keep: { text: 'It was not executed: budgets and limits keep it debited' },
} as const;
export type UnbookedWord = keyof typeof UNBOOKED_OUTCOMES;

export function isWord(text: string): text is UnbookedWord {
  return Object.hasOwn(UNBOOKED_OUTCOMES, text);
}

/** The first word about the very amounts of now. */
export function currentWord({ said, unbooked }: UnbookedView, now: Date): Said | null {
  if (said === null || said.concluded !== undefined) return null;
  return said.digest === unbooked?.digest && new Date(said.expiresAt) > now ? said : null;
}

export function wordOf({ outcome, budget }: Said): UnbookedWord {
  return outcome === 'booked' ? 'booked' : (budget ?? 'keep');
}

export function concluding(currency: string): SendDecision<'say', UnbookedWord | null> {
  return async ({ client, input: { content: word, comment, etag } }) => {
    if (word === null) throw new TypeError('the form holds no word');
    const body =
      word === 'booked'
        ? { outcome: 'booked' as const, comment }
        : { outcome: 'not-executed' as const, budget: word, comment };
    const input = { path: { currency }, body, ifMatch: { etag } };
    const { status } = await client.post('/v1/lanes/{currency}/unbooked/conclude', input);
    return status === 200
      ? 'Concluded: both people say the same.'
      : 'Your word is recorded. It counts when another person agrees.';
  };
}

function basis({ unbooked, said }: UnbookedView): object {
  return {
    ...(unbooked === null
      ? { unbooked: null }
      : { amount: unbooked.amount, overdue: unbooked.overdue?.amount, digest: unbooked.digest }),
    ...(said !== null && {
      'first word': {
        by: said.by,
        outcome: said.outcome,
        budget: said.budget,
        comment: said.comment,
      },
      concluded: said.concluded?.by,
    }),
  };
}

export function unbookedBasis(view: UnbookedView): string {
  return JSON.stringify(basis(view));
}

export function unbookedDifferences(
  before: UnbookedView,
  after: UnbookedView,
): readonly Difference[] {
  return differencesOf(basis(before), basis(after));
}
