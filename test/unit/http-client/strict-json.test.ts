import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRead } from '../../../adapters/http-client/judge-read.ts';
import {
  MAX_JSON_CHARACTERS,
  MAX_NESTING_LEVELS,
  parseStrictJson,
} from '../../../adapters/http-client/strict-json.ts';

/** A name as a service may write it: each of its characters plain or escaped, in either case. */
function written(name: string, escaped: readonly boolean[]): string {
  const characters = [...name].map((character, index) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return escaped[index] === true ? `\\u${code}` : JSON.stringify(character).slice(1, -1);
  });
  return `"${characters.join('')}"`;
}

describe('JSON of one meaning', () => {
  it('is read as JSON.parse reads it, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it.each([
    ['the same name in two objects', '[{"a":1},{"a":2}]'],
    ['the same name one level below', '{"a":{"a":{"a":1}},"b":[{"a":1}]}'],
    ['names that differ by case', '{"a":1,"A":2}'],
    ['a text like a name, and brackets, quotes and colons within texts', '{"a":"a:{[\\"","b":"a"}'],
    ['a name of every object, and an empty one', '{"__proto__":1,"constructor":2,"":3}'],
    ['texts that end in a backslash', '{"a":"\\\\","b":"\\\\\\""}'],
  ])('may have %s', (_, text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    ['in a row', '{"amount":"1","amount":"2"}', 'amount'],
    ['with the same value', '{"amount":"1","amount":"1"}', 'amount'],
    ['with others between them', '{"a":1,"b":{"a":[{}]},"a":2}', 'a'],
    ['in an object within a list', '[1,{"x":[{"a":1,"b":2,"a":3}]}]', 'a'],
    ['one of them escaped', '{"amount":"1","\\u0061mount":"2"}', 'amount'],
    ['escaped otherwise', '{"a/b":1,"a\\/b":2}', 'a/b'],
    ['as a number would sort it', '{"7":1,"8":1,"7":2}', '7'],
    ['named as every object is', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['without a name', '{"":1,"":2}', ''],
    ['before white space and a colon', '{"a" \r\n\t:1,"a"\n:2}', 'a'],
  ])('has no name twice: %s', (_, text, name) => {
    expect(parseStrictJson(text)).toEqual({
      ok: false,
      fault: 'name-twice',
      found: { code: 'name-twice', name },
    });
  });

  it('has no name twice, however it is written and wherever it stands', () => {
    const anywhere = fc.record({
      name: fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name.isWellFormed()),
      escaped: fc.array(fc.boolean(), { maxLength: 8 }),
      before: fc.jsonValue({ maxDepth: 3 }),
      levels: fc.nat(MAX_NESTING_LEVELS - 8),
    });
    fc.assert(
      fc.property(anywhere, ({ name, escaped, before, levels }) => {
        const plain = [...name].every((character) => character.length === 1);
        fc.pre(plain);
        const twice = `{${written(name, escaped)}:${JSON.stringify(before)},${written(name, [])}:1}`;
        const text = '['.repeat(levels) + twice + ']'.repeat(levels);
        expect(parseStrictJson(text)).toMatchObject({ ok: false, fault: 'name-twice' });
      }),
    );
  });

  it('is bounded in its levels and its characters, and no depth breaks the reader', () => {
    const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseStrictJson(lists(MAX_NESTING_LEVELS + 1)).ok).toBe(true);
    const deep = parseStrictJson(lists(MAX_NESTING_LEVELS + 2));
    expect(deep).toMatchObject({ ok: false, fault: 'too-deep' });
    expect(parseStrictJson(lists(500_000))).toMatchObject({ ok: false, fault: 'too-deep' });
    const long = `"${'x'.repeat(MAX_JSON_CHARACTERS)}"`;
    expect(parseStrictJson(long)).toMatchObject({ ok: false, fault: 'too-long' });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{"a":1', 'cut'],
    ['<html>', 'not-json'],
    ["{'a':1}", 'not-json'],
    ['[1,]', 'not-json'],
    ['/**/[1]', 'not-json'],
    ['NaN', 'not-json'],
  ])('%j is %s', (text, fault) => {
    expect(parseStrictJson(text)).toEqual({ ok: false, fault });
  });
});

describe('a read of JSON', () => {
  const read = (body: string) =>
    judgeRead(
      'GET /v1/balances',
      { kind: 'answered', status: 200, contentType: '', body, headers: {} },
      0,
      (value) => ({ ok: true, value }),
    );

  it('with a name twice is a miss that says which, and is not asked for again', () => {
    expect(read('{"BTC":"1","BTC":"2"}')).toEqual({
      ok: false,
      code: 'not-understood',
      why: {
        ...{ code: 'unread', asked: 'GET /v1/balances' },
        found: { code: 'name-twice', name: 'BTC' },
      },
      again: 'never',
    });
  });

  it('that is none is a miss, and is asked for again', () => {
    expect(read('<html>')).toMatchObject({ ok: false, code: 'not-understood', again: 'later' });
  });
});
