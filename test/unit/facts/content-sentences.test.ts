import { describe, expect, it } from 'vitest';
import { showDropped } from '../../../treasury/facts/sentences/say/say-content.ts';
import { sayReadFailed } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type {
  BalancesFault,
  ContentFault,
  PriceFault,
} from '../../../treasury/outcomes/content-fault.ts';

/** One fact of each code, and what is said of it: the compiler holds them complete. */
type Samples<Fault extends { readonly code: string }> = {
  readonly [Code in Fault['code']]: readonly [
    fault: Extract<Fault, { readonly code: Code }>,
    english: string,
    german: string,
  ];
};

const STATED = { code: 'holds', name: 'message', value: 'stale' } as const;
const SEEN = { seen: { kind: 'text' } } as const;

const CONTENT: Samples<ContentFault> = {
  'states-failure': [
    { code: 'states-failure', stated: { code: 'denies-success' } },
    'a 200 that denies its success',
    'eine Antwort mit 200, die ihren Erfolg verneint',
  ],
  'further-pages': [
    { code: 'further-pages', name: 'link', by: 'header' },
    'a 200 that has further pages by its header "link"; all of it is needed',
    'eine Antwort mit 200, die nach ihrem Header "link" weitere Seiten hat; gebraucht wird sie ganz',
  ],
  'no-balances': [
    { code: 'no-balances', why: { code: 'no-entries' }, ...SEEN },
    'neither an object nor a list; seen: text; accepted: {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}], or one of these within "balances" or "data"; every amount decimal text',
    'weder ein Objekt noch eine Liste; gesehen: Text; angenommen wird {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}] oder eines davon innerhalb von "balances" oder "data"; jeder Betrag als Dezimalzahl in Textform',
  ],
  'not-by-instrument': [
    { code: 'not-by-instrument', seen: { lists: [2, 1], kind: 'null' } },
    'not an object keyed by instrument; seen: a list of 2, the first a list of 1, the first null; accepted: {"BTC/USD": {"bid": "1", "ask": "2"}}',
    'kein Objekt mit Instrumenten als Namen; gesehen: eine Liste von 2, zuerst eine Liste von 1, zuerst null; angenommen wird {"BTC/USD": {"bid": "1", "ask": "2"}}',
  ],
  'too-many-instruments': [
    { code: 'too-many-instruments', most: 9 },
    'more than 9 instruments',
    'mehr als 9 Instrumente',
  ],
  'no-price': [
    { code: 'no-price', instrument: 'BTC/USD', why: { code: 'crossed' } },
    'BTC/USD: the bid is above the ask',
    'BTC/USD: der Geldkurs liegt über dem Briefkurs',
  ],
};

const BALANCES: Samples<BalancesFault> = {
  'no-entries': [
    { code: 'no-entries' },
    'neither an object nor a list',
    'weder ein Objekt noch eine Liste',
  ],
  'null-wrapper': [{ code: 'null-wrapper', name: 'data' }, '"data" is null', '"data" ist null'],
  'two-wrappers': [
    { code: 'two-wrappers', names: ['balances', 'data'] },
    'balances in two places, "balances" and "data"',
    'Bestände an zwei Stellen, "balances" und "data"',
  ],
  'beside-wrapper': [
    { code: 'beside-wrapper', name: 'ETH', wrapper: 'data' },
    '"ETH" stands beside "data"',
    '"ETH" steht neben "data"',
  ],
  'unnamed-item': [
    { code: 'unnamed-item' },
    'a list with an item that names no currency',
    'eine Liste mit einem Eintrag, der keine Währung nennt',
  ],
  'too-many': [{ code: 'too-many', most: 9 }, 'more than 9 currencies', 'mehr als 9 Währungen'],
  'no-currency': [
    { code: 'no-currency', name: 'total' },
    '"total" is not a currency',
    '"total" ist keine Währung',
  ],
  unreadable: [
    { code: 'unreadable', name: 'btc', why: { code: 'not-text', found: 'null' } },
    'btc: null, not text',
    'btc: der Betrag ist null und kein Text',
  ],
};

const PRICES: Samples<PriceFault> = {
  'case-alone': [
    { code: 'case-alone', names: ['ETH/USD', 'eth/usd'], more: 2 },
    '"ETH/USD" and "eth/usd" and 2 more differ by case alone',
    '"ETH/USD" und "eth/usd" und 2 weitere unterscheiden sich nur in der Groß- und Kleinschreibung',
  ],
  'other-form': [
    { code: 'other-form' },
    'ETH/USD is not of the form BASE/QUOTE',
    'ETH/USD hat nicht die Form BASIS/NOTIERUNG',
  ],
  'states-failure': [
    { code: 'states-failure', stated: STATED },
    'ETH/USD: an entry that holds "message": "stale"',
    'ETH/USD: eine Angabe, mit dem Feld "message": "stale"',
  ],
  'no-object': [
    { code: 'no-object', ...SEEN },
    'ETH/USD: the entry: Invalid input: expected object, received string; seen: text',
    'ETH/USD: der Eintrag ist kein Objekt; gesehen: Text',
  ],
  'no-decimal': [
    { code: 'no-decimal', field: 'bid', seen: { kind: 'empty-object' } },
    'ETH/USD: bid: expected decimal text such as "12.5": at most 30 integer and 30 fraction digits, no exponent, no leading zeros, no separators; seen: an empty object',
    'ETH/USD: bid: erwartet wird eine Dezimalzahl in Textform wie "12.5": höchstens 30 Stellen vor und 30 nach dem Punkt, ohne Exponent, führende Nullen und Trennzeichen; gesehen: ein leeres Objekt',
  ],
  'not-positive': [
    {
      ...{ code: 'not-positive', field: 'ask' },
      seen: { kind: 'object', fields: [{ name: 'ask', shape: { kind: 'number' } }], more: 3 },
    },
    'ETH/USD: ask: expected more than zero; seen: an object {"ask": a number, and 3 more}',
    'ETH/USD: ask: erwartet wird mehr als null; gesehen: ein Objekt {"ask": eine Zahl, und 3 weitere}',
  ],
  crossed: [
    { code: 'crossed' },
    'ETH/USD: the bid is above the ask',
    'ETH/USD: der Geldkurs liegt über dem Briefkurs',
  ],
};

describe('an answer that is not understood', () => {
  const failed = (found: ContentFault) =>
    ({ why: { code: 'not-understood', asked: 'GET /v1/x', found } }) as const;

  it.each(Object.values(CONTENT))('is said in each language: %j', (found, english, german) => {
    expect(sayReadFailed(failed(found))).toBe(`GET /v1/x: ${english}`);
    expect(sayReadFailed(failed(found), 'de')).toBe(`GET /v1/x: ${german}`);
  });

  it.each(Object.values(BALANCES))('says why it holds no balances: %j', (why, english, german) => {
    const found = { code: 'no-balances', why, ...SEEN } as const;
    expect(sayReadFailed(failed(found))).toContain(`GET /v1/x: ${english}; seen: text; accepted`);
    expect(sayReadFailed(failed(found), 'de')).toContain(`GET /v1/x: ${german}; gesehen: Text; an`);
  });

  it.each(Object.values(PRICES))('says why an entry is no price: %j', (why, english, german) => {
    const dropped = { instrument: 'ETH/USD', why };
    expect(showDropped(dropped)).toEqual({ instrument: 'ETH/USD', problem: english });
    const found = { code: 'no-price', ...dropped } as const;
    expect(sayReadFailed(failed(found), 'de')).toBe(`GET /v1/x: ${german}`);
  });
});
