import type { Absent } from '../../../valuation/balance.ts';
import { amountIn, moment, type Sentence, sentence } from '../sentence.ts';
import { unreadable } from './unreadable.ts';

export function notStated(currency: string, absent: Absent | null): Sentence {
  if (absent === null)
    return [`The service's answer does not list ${currency}; what is held of it is not known.`];
  if (absent.reading === 'unreadable') {
    return sentence`The service's answer cannot be read for ${currency}: ${unreadable(absent.why)}; what is held of it is not known.`;
  }
  const { since, last } = absent;
  return sentence`The service's answer does not list ${currency} since ${moment(since)}; what is held of it is not known. The last answer that did stated ${amountIn(currency, last.total)}, at ${moment(last.readAt)}.`;
}
