import type { components } from '@sluice/client';
import { amountOf } from './formats.ts';

type NotStated = Readonly<Record<string, components['schemas']['NotStatedBalance']>>;

/** A sentence for each currency that the service's answer does not state, with its last balance. */
export function notStatedSentences(notStated: NotStated = {}): readonly string[] {
  return Object.entries(notStated).map(([currency, { reading, since, last }]) => {
    const why = reading === 'not-listed' ? 'not in the answer' : 'cannot be read in the answer';
    const from = since === undefined ? '' : ` since ${since}`;
    const was = last === undefined ? '' : `; the last was ${amountOf(last.total, currency)}`;
    return `${currency}: ${why}${from}${was}`;
  });
}
