/** What the parameters of queries mean, where their schema does not say so itself. Of a list of values,
 * the first is the example. */
export const QUERY_WORDS: Readonly<
  Record<string, { readonly description: string; readonly example?: unknown }>
> = {
  limit: { description: 'Items of a page', example: 50 },
  cursor: {
    description: 'Of the page before, with the same filters',
    example: 'eyJsaXN0IjoiaW5zdHJ1Y3Rpb25zIn0.c2lnbmF0dXJl',
  },
  from: { description: 'The first moment of the range', example: '2026-01-01T00:00:00Z' },
  to: { description: 'The end of the range, itself not in it', example: '2026-02-01T00:00:00Z' },
  at: { description: 'The moment that is asked about', example: '2026-01-31T23:59:59Z' },
  month: { description: 'The month, as the reporting time zone has it', example: '2026-01' },
  state: { description: 'Only those in this state' },
  currency: { description: 'Only those of this currency', example: 'BTC' },
  instrument: { description: 'Only those of this instrument', example: 'BTC/USD' },
  rule: { description: 'Only those of this sweep rule, by its id', example: 'btc-cold' },
  reason: { description: 'Only those that did not sweep for this reason' },
  by: { description: 'Only what this person or program did', example: 'treasurer' },
  action: { description: 'Only entries of this action', example: 'approve-change' },
  subject: { description: 'Only entries about this', example: 'controls' },
  format: { description: 'How the answer is written' },
  interval: { description: 'The length of each window' },
  timeZone: { description: 'Where days begin, an IANA name', example: 'Europe/Vienna' },
  afterSequence: { description: 'Go on behind this entry; its hash goes with it', example: 5_000 },
  afterHash: {
    description: 'The hash of the entry to go on behind',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};
