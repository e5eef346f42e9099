import { describe, expect, it } from 'vitest';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';

function pricesIn(body: unknown) {
  const decoded = decodePrices(body);
  return decoded.ok ? { ...decoded.value } : decoded.problem;
}

const entry = { bid: '59990', ask: '60010' };

describe('prices', () => {
  it('are read by instrument, as text, without fields nobody knows', () => {
    expect(pricesIn({ 'BTC/USD': { ...entry, last: 1, venue: 'x' }, 'ETH/BTC': entry })).toEqual({
      'BTC/USD': entry,
      'ETH/BTC': entry,
    });
  });

  it('may be none, and may have a bid of zero', () => {
    expect(pricesIn({})).toEqual({});
    expect(pricesIn({ 'BTC/USD': { bid: '0', ask: '1' } })).toEqual({
      'BTC/USD': { bid: '0', ask: '1' },
    });
  });

  it.each([
    [
      'a number',
      { 'BTC/USD': { bid: 1, ask: '2' } },
      /^BTC\/USD: bid: .*seen: an object \{"bid": a num/,
    ],
    ['a missing ask', { 'BTC/USD': { bid: '1' } }, /^BTC\/USD: ask: /],
    ['an ask of zero', { 'BTC/USD': { bid: '0', ask: '0' } }, /^BTC\/USD: ask: /],
    ['a negative bid', { 'BTC/USD': { bid: '-1', ask: '1' } }, /^BTC\/USD: bid: /],
    ['a bid above the ask', { 'BTC/USD': { bid: '2', ask: '1' } }, /^BTC\/USD: the bid is above/],
    ['an entry that is text', { 'BTC/USD': '60000' }, /^BTC\/USD: the entry: /],
    ['another form of name', { BTCUSD: entry }, /^"BTCUSD" is not of the form BASE\/QUOTE/],
    [
      'a name that is a trap',
      JSON.parse('{"__proto__": {"bid": "1", "ask": "2"}}'),
      /"__proto__" is not/,
    ],
    ['a list', [entry], /^not an object keyed by instrument; seen: a list of 1/],
    ['text', 'closed', /^not an object keyed by instrument; seen: text/],
    ['one good and one bad', { 'BTC/USD': entry, 'ETH/USD': {} }, /^ETH\/USD: bid: /],
  ])('are not read from %s, and the problem says which', (_name, body, problem) => {
    expect(pricesIn(body)).toEqual(expect.stringMatching(problem));
  });
});
