import type { HaltedBy, NotSent } from '../../reasons.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';

export function notSent(why: NotSent): Sentence {
  switch (why.code) {
    case 'no-policy':
      return ['No policy has been applied, so nothing may be sent.'];
    case 'newer-version':
      return [
        `A later version of Sluice writes this ledger: its format is ${why.format}, and this version reads up to ${why.known}. Nothing is decided or sent until that version runs again.`,
      ];
    case 'halted':
      return sentence`${why.currency ?? 'Everything'} is halted${byWhom(why.currency, why.halt)}.`;
    case 'dry-run':
      return [`${why.currency} is in dry-run, so nothing is sent.`];
    case 'never-armed':
      return [`${why.currency} has never been armed in this ledger, so nothing may be sent.`];
    case 'armed-elsewhere':
      return [
        `${why.currency} was armed in another ledger (a restored copy, for example) and must be armed again by people.`,
      ];
    default:
      return why satisfies never;
  }
}

function byWhom(currency: string | null, halt: HaltedBy | null): Sentence {
  if (halt?.because === undefined) return [];
  const { by, at, comment } = halt.because;
  const everything = currency !== null && halt.everything ? ', as everything is,' : '';
  return sentence`${everything} by ${written(by)} since ${moment(at)}: ${written(comment)}`;
}
