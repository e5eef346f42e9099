import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { keptWhileUsed } from '../../../adapters/secrets/kept-while-used.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A weak reference holds until the turn of the event loop in which it was last used is over. */
async function forgetUnused(): Promise<void> {
  await setImmediate();
  collectGarbage();
  await setImmediate();
}

function counted() {
  const made: string[] = [];
  const keep = keptWhileUsed((text) => {
    made.push(text);
    return { of: text };
  });
  return { made, keep };
}

it('is made once of a text, and anew of another', () => {
  const { made, keep } = counted();
  const first = keep('one');
  expect(keep('one')).toBe(first);
  expect(keep('two')).toEqual({ of: 'two' });
  expect(keep('one')).toEqual(first);
  expect(made).toEqual(['one', 'two', 'one']);
});

it('is kept while a caller uses it', async () => {
  const { made, keep } = counted();
  const used = keep('one');
  await forgetUnused();
  expect(keep('one')).toBe(used);
  expect(made).toEqual(['one']);
});

it('is forgotten with its last user, and the text with it', async () => {
  const { made, keep } = counted();
  keep('one');
  await forgetUnused();
  keep('one');
  expect(made).toEqual(['one', 'one']);
});
