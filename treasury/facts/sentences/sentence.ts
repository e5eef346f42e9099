/*
 * A sentence about facts, in parts: what each reader sees otherwise stands by itself, so that it need not be looked for in
 * text. A screen shows moments by the clocks of a zone, amounts as its locale writes them and names in their own direction;
 * the API and the command line write it as text.
 */

type Shown =
  | { readonly is: 'moment'; readonly at: string }
  /** What people wrote: a name, a comment. It may run from right to left. */
  | { readonly is: 'written'; readonly text: string }
  /** Decimal text; no currency where it is not chosen yet. */
  | { readonly is: 'amount'; readonly amount: string; readonly currency: string }
  /** A registered account, by its id at the service. */
  | { readonly is: 'account'; readonly id: string };

/** Text is the same for every reader. */
export type Part = string | Shown;

export type Sentence = readonly Part[];

/** A sentence around its parts: sentence`withdraw ${amount} to ${account}`. */
export function sentence(
  texts: TemplateStringsArray,
  ...between: readonly (Part | Sentence)[]
): Sentence {
  return texts
    .flatMap((text, index): Sentence => [text, ...partsOf(between[index])])
    .filter((part) => part !== '');
}

function partsOf(piece: Part | Sentence | undefined): Sentence {
  if (piece === undefined) return [];
  return typeof piece === 'string' || 'is' in piece ? [piece] : piece;
}

/** Sentences one after the other, with a text between each two. */
export function joined(sentences: readonly Sentence[], between: string): Sentence {
  return sentences.flatMap((each, index) => (index === 0 ? each : [between, ...each]));
}

/** As text: instants in UTC, amounts as decimal text with their currency. */
export function asText(
  parts: Sentence,
  accountName: (id: string) => string = (id) => `account ${id}`,
): string {
  return parts.map((part) => textOf(part, accountName)).join('');
}

/** As text within another sentence, which has a full stop of its own. */
export function asClause(parts: Sentence): string {
  return asText(parts).replace(/\.$/, '');
}

function textOf(part: Part, accountName: (id: string) => string): string {
  if (typeof part === 'string') return part;
  switch (part.is) {
    case 'moment':
      return part.at;
    case 'written':
      return part.text;
    case 'amount':
      return part.currency === '' ? part.amount : `${part.amount} ${part.currency}`;
    case 'account':
      return accountName(part.id);
    default:
      return part satisfies never;
  }
}
