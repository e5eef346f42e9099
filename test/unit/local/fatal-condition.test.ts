import { describe, expect, it } from 'vitest';
import { FatalCondition, fatalLine } from '../../../local/fatal-condition.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a fatal condition', () => {
  it.each([
    [coded('ENOSPC'), 'the disk is full'],
    [Object.assign(coded('ENOSPC'), { path: '/data/x' }), 'the disk is full: /data/x'],
    [coded('EROFS'), 'the disk can only be read'],
    [coded('EFBIG'), 'a file may not grow further (ulimit -f)'],
    [
      new Error('database or disk is full'),
      'the database engine cannot write: database or disk is full',
    ],
  ])('is said in one line (%s)', (error, line) => {
    expect(fatalLine(error)).toBe(line);
  });

  it('is none where the stack can go on', () => {
    for (const error of [coded('ECONNRESET'), new Error('no answer'), 'disk is full', null]) {
      expect(fatalLine(error)).toBeNull();
    }
  });

  it('is the first that was reported', async () => {
    const fatal = new FatalCondition();
    expect([fatal.consider(new Error('no answer')), fatal.isReached]).toEqual([false, false]);
    expect([fatal.consider(coded('ENOSPC')), fatal.isReached]).toEqual([true, true]);
    fatal.end('something later');
    expect(await fatal.reached).toBe('the disk is full');
  });
});
