import { expect, it } from 'vitest';
import { Remembered } from '../../../treasury/schedules/remembered.ts';

/** Asks for the keys in turn; the keys for which something had to be made. */
function madeFor(keys: string): string {
  const remembered = new Remembered<string>(2);
  const made: string[] = [];
  for (const key of keys) {
    const value = remembered.get(key, () => {
      made.push(key);
      return `made for ${key}`;
    });
    expect(value).toBe(`made for ${key}`);
  }
  return made.join('');
}

it.each([
  ['makes each thing once', 'aabab', 'ab'],
  ['forgets all of them when one more comes than there is room for', 'abcabc', 'abcabc'],
  ['has room for the newcomer and one more then', 'abcbcb', 'abcb'],
])('%s', (_, keys, made) => {
  expect(madeFor(keys)).toBe(made);
});

it('makes again what no longer holds', () => {
  const remembered = new Remembered<number>(2);
  const get = (value: number) =>
    remembered.get(
      'a',
      () => value,
      (known) => known >= value,
    );
  expect([1, 3, 2, 4].map(get)).toEqual([1, 3, 3, 4]);
});

it('remembers nothing where making failed', () => {
  const remembered = new Remembered<string>(2);
  const fail = () => {
    throw new RangeError('no');
  };
  expect(() => remembered.get('a', fail)).toThrow(RangeError);
  expect(remembered.get('a', () => 'made')).toBe('made');
});
