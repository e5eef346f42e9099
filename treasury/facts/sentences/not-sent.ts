import type { HaltSummary } from '../../policy/halt-state.ts';
import type { NotSent } from '../not-sent.ts';

/** One sentence, as a person reads it: the same of a decision, a withdrawal and a trade. */
export function sayNotSent(why: NotSent): string {
  switch (why.code) {
    case 'no-policy':
      return 'No policy has been applied, so nothing may be sent.';
    case 'halted':
      return `${why.currency} is halted${byWhom(why.halt)}.`;
    case 'dry-run':
      return `${why.currency} is in dry-run, so nothing is sent.`;
    case 'never-armed':
      return `${why.currency} has never been armed in this ledger, so nothing may be sent.`;
    case 'armed-elsewhere':
      return `${why.currency} was armed in another ledger (a restored copy, for example) and must be armed again by people.`;
    default:
      return why satisfies never;
  }
}

function byWhom(halt: HaltSummary | null): string {
  if (halt?.because === undefined) return '';
  const { by, at, comment } = halt.because;
  return `${halt.everything ? ', as everything is,' : ''} by ${by} since ${at}: ${comment}`;
}
