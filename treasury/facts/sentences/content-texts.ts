import type { ShapeKind } from '../../outcomes/answer-shape.ts';
import type { BalancesFault, ContentFault, PriceFault } from '../../outcomes/content-fault.ts';
import type { SaidOf } from './said.ts';
import type { Part, Sentence } from './sentence.ts';

/** What other themes say within: of the answer itself or of one amount in it, and the shape of what was seen. */
export interface BesideContent {
  readonly why: Sentence;
  readonly seen: Sentence;
}

interface ShapeTexts {
  readonly kinds: Readonly<Record<ShapeKind, string>>;
  readonly list: (items: number, first: Sentence) => Sentence;
  /** `named`: fields, and how many there are besides. */
  readonly object: (named: Sentence) => Sentence;
  readonly more: (fields: number) => Sentence;
}

/** All that a language says of answers with balances or prices that are not understood. Clauses, without a full stop. */
export interface ContentTexts {
  readonly content: SaidOf<ContentFault, BesideContent>;
  readonly balances: SaidOf<BalancesFault, BesideContent>;
  readonly price: SaidOf<PriceFault, BesideContent & { readonly instrument: Part }>;
  readonly shape: ShapeTexts;
}
