import { describe, expect, it } from 'vitest';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';
import { contentSentence } from '../../../treasury/facts/sentences/say/say-content.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';

function pricesIn(body: unknown) {
  const decoded = decodePrices(body);
  return decoded.ok ? { ...decoded.value.prices } : asText(contentSentence(decoded.fault, 'en'));
}

const entry = { bid: '59990', ask: '60010' };

describe('prices', () => {
  it('are read by instrument, as text, without unknown fields', () => {
    expect(pricesIn({ 'BTC/USD': { ...entry, last: 1, venue: 'x' }, 'ETH/BTC': entry })).toEqual({
      'BTC/USD': entry,
      'ETH/BTC': entry,
    });
  });

  it('are of one instrument whatever its case, and kept in capitals', () => {
    expect(pricesIn({ 'btc/usd': entry, 'Eth/BTC': entry })).toEqual({
      'BTC/USD': entry,
      'ETH/BTC': entry,
    });
  });

  it('lose two entries that differ by case alone, by name', () => {
    const why = { code: 'case-alone', names: ['BTC/USD', 'btc/usd'] };
    expect(decodePrices({ 'BTC/USD': entry, 'ETH/USD': entry, 'btc/usd': entry })).toEqual({
      ok: true,
      value: {
        prices: { 'ETH/USD': entry },
        dropped: [
          { instrument: 'BTC/USD', why },
          { instrument: 'btc/usd', why },
        ],
      },
    });
  });

  it.each([
    [{ success: false, message: 'maintenance', code: 503 }],
    [{ 'BTC/USD': entry, error: 'stale' }],
    [{ code: '50001', 'BTC/USD': entry }],
  ])('are not read of an answer that states a failure: %j', (body) => {
    expect(decodePrices(body)).toMatchObject({ ok: false, fault: { code: 'states-failure' } });
  });

  it('may be none', () => {
    expect(pricesIn({})).toEqual({});
  });

  it.each([
    ['crossed', { bid: '2', ask: '1' }, { code: 'crossed' }],
    ['zero', { bid: '0', ask: '1' }, { code: 'not-positive', field: 'bid' }],
    ['negative', { bid: '-1', ask: '1' }, { code: 'not-positive', field: 'bid' }],
    ['a number', { bid: 1, ask: 2 }, { code: 'no-decimal', field: 'bid' }],
    ['nothing', {}, { code: 'no-decimal', field: 'bid' }],
  ])('lose one entry that is %s, alone and by its name', (_name, bad, why) => {
    expect(decodePrices({ 'BTC/USD': entry, 'ETH/USD': bad, 'SOL/USD': entry })).toMatchObject({
      ok: true,
      value: {
        prices: { 'BTC/USD': entry, 'SOL/USD': entry },
        dropped: [{ instrument: 'ETH/USD', why }],
      },
    });
  });

  it('name what is no instrument as far as it can be shown', () => {
    const decoded = decodePrices({ 'BTC/USD': entry, 'a\u202eb': entry });
    expect(decoded.ok && decoded.value.dropped).toMatchObject([{ instrument: '"a b"' }]);
  });

  it.each([
    [
      'a number',
      { 'BTC/USD': { bid: 1, ask: '2' } },
      /^BTC\/USD: bid: .*seen: an object \{"bid": a num/,
    ],
    ['a missing ask', { 'BTC/USD': { bid: '1' } }, /^BTC\/USD: ask: /],
    ['an ask of zero', { 'BTC/USD': { bid: '1', ask: '0' } }, /^BTC\/USD: ask: /],
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
    ['entries none of which is a price', { 'ETH/USD': {}, 'BTC/USD': 1 }, /^ETH\/USD: bid: /],
  ])('are not read from %s, and the problem says which', (_name, body, problem) => {
    expect(pricesIn(body)).toEqual(expect.stringMatching(problem));
  });
});

describe('an entry of prices that states a failure', () => {
  it('is dropped alone, unless the stage lists its text', () => {
    const stale = { bid: '1', ask: '2', message: 'stale' };
    const body = { 'BTC/USD': { bid: '1', ask: '2' }, 'ETH/USD': stale };
    expect(decodePrices(body)).toMatchObject({
      ok: true,
      value: { dropped: [{ instrument: 'ETH/USD' }] },
    });
    expect(decodePrices(body, {}, ['Stale'])).toMatchObject({ ok: true, value: { dropped: [] } });
  });
});
