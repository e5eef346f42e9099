/** A price entry (reference, 2.1); decimal text, quote currency per unit of base. */
export interface Price {
  readonly bid: string;
  readonly ask: string;
}

/** Keyed by instrument, BASE/QUOTE. */
export type Prices = Readonly<Record<string, Price>>;

/** An entry of the prices that is none, and why; the others of its reading are used. */
export interface DroppedPrice {
  readonly instrument: string;
  readonly problem: string;
}

/** A price that has jumped: it sizes nothing until as many readings in a row are at the new level. */
export interface PriceDoubt {
  readonly instrument: string;
  /** Mid price that it jumped from; decimal text. */
  readonly from: string;
  /** Readings at the new level so far. */
  readonly readings: number;
}
