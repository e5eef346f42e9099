export type Side = 'buy' | 'sell';

export interface Ticket {
  readonly instrument: string;
  readonly side: Side;
  /** Both decimal text by now. */
  readonly amount: string;
  readonly price: string;
}

export function sidesOf(instrument: string): readonly [base: string, quote: string] {
  const [base = '', quote = ''] = instrument.split('/');
  return [base, quote];
}
