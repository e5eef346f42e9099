import type { HaltTrigger } from '../../../policy/halt-state.ts';
import type { HaltedBy, NotSent } from '../../reasons.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';

export function notSent(why: NotSent): Sentence {
  switch (why.code) {
    case 'no-policy':
      return ['No policy has been applied, so nothing may be sent.'];
    case 'newer-version':
      return [otherFormat(why)];
    case 'controls-unreadable':
      return [
        'The controls cannot be read: what may leave is not known, so nothing is decided, sent or changed.',
      ];
    case 'halted':
      return sentence`${why.currency ?? 'Everything'} is halted${byWhom(why.currency, why.halt)}.`;
    case 'dry-run':
      return [`${why.currency ?? 'Everything'} is in dry-run, so nothing is sent.`];
    case 'never-armed':
      return [`${why.currency} has never been armed in this ledger, so nothing may be sent.`];
    case 'armed-elsewhere':
      return [
        `${why.currency} was armed in another ledger (a restored copy, for example) and must be armed again by people.`,
      ];
    case 'lane-unreadable':
      return [
        `The record of ${why.currency} cannot be read: nothing in ${why.currency} is decided, sent or given back.`,
      ];
    default:
      return why satisfies never;
  }
}

function otherFormat({ format, known }: Extract<NotSent, { readonly code: 'newer-version' }>) {
  return format > known
    ? `A later version of Sluice writes this ledger: its format is ${format}, and this version reads up to ${known}. Nothing is decided or sent until that version runs again.`
    : `This version of Sluice is newer than the ledger: its format is ${format}, and this version reads no less than ${known}. Nothing is decided or sent until an earlier version has raised the format.`;
}

function byWhom(currency: string | null, halt: HaltedBy | null): Sentence {
  if (halt?.because === undefined) return [];
  const { by, at, comment = '', trigger } = halt.because;
  const why = trigger === undefined ? written(comment) : TRIGGERS[trigger];
  const everything = currency !== null && halt.everything ? ', as everything is,' : '';
  return sentence`${everything} by ${written(by)} since ${moment(at)}: ${why}`;
}

const TRIGGERS: Readonly<Record<HaltTrigger, string>> = {
  tampering: 'something other than Sluice has written to the ledger',
  anomaly: 'the service did something other than it was asked to do',
  'contradicted-settlement': 'an answer of the service contradicts what was settled',
};
