import { amountOf, OPEN, orOpen } from './limit.ts';
import { joined, type Part, type Sentence, sentence } from './sentence.ts';

/** How an amount is divided among accounts: by percentages, or by amounts, of which the last gets the rest. */
export interface Split {
  readonly kind: 'weights' | 'amounts';
  readonly parts: readonly {
    readonly withdrawalAccountId: string;
    readonly percent?: string;
    readonly amount?: string;
  }[];
}

/** "60 % to Cold storage and 40 % to Exchange", "the first 5 BTC to Cold storage and the rest to Exchange". */
export function splitSentence({ kind, parts }: Split, currency = ''): Sentence {
  const said = parts.map((part, index) => {
    const to = accountPart(part.withdrawalAccountId);
    if (kind === 'weights') return sentence`${orOpen(part.percent)} % to ${to}`;
    if (index === parts.length - 1) return sentence`the rest to ${to}`;
    const which = index === 0 ? 'the first' : 'the next';
    return sentence`${which} ${amountOf(part.amount, currency)} to ${to}`;
  });
  return [...joined(said.slice(0, -1), ', '), ' and ', ...(said.at(-1) ?? [])];
}

export function accountPart(id = ''): Part {
  return id === '' ? OPEN : { is: 'account', id };
}
