import { expect, it } from 'vitest';
import { BoundedCache } from '../../../treasury/schedules/bounded-cache.ts';

/** Asks for the keys in turn; the keys for which something had to be made. */
function madeFor(keys: string): string {
  const cache = new BoundedCache<string>(2);
  const made: string[] = [];
  for (const key of keys) {
    const value = cache.get(key, () => {
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

it('remembers nothing where making failed', () => {
  const cache = new BoundedCache<string>(2);
  const fail = () => {
    throw new RangeError('no');
  };
  expect(() => cache.get('a', fail)).toThrow(RangeError);
  expect(cache.get('a', () => 'made')).toBe('made');
});
