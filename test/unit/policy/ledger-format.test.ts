import { describe, expect, it } from 'vitest';
import { sayNotSent } from '../../../treasury/facts/sentences/say/not-sent.ts';
import { notSentByFormat } from '../../../treasury/instructions/not-sent.ts';
import { READS, unreadFormat } from '../../../treasury/policy/ledger-format.ts';
import { refusedByFormat } from '../../../treasury/rules/refused-by-format.ts';
import { controls } from '../../samples/policy.ts';

/** A later release: it reads no ledger whose controls say nothing. */
const LATER = { from: 2, to: 3 } as const;

describe('the formats that a release reads', () => {
  it.each([
    [undefined, { format: 1, known: 2 }],
    [1, { format: 1, known: 2 }],
    [2, null],
    [3, null],
    [4, { format: 4, known: 3 }],
  ])('are the newest and the one before: format %s', (format, unread) => {
    expect(unreadFormat(format === undefined ? {} : { format }, LATER)).toEqual(unread);
  });

  it('are at most two, the first of them that of a ledger whose controls say nothing', () => {
    expect(READS.to - READS.from).toBeLessThanOrEqual(1);
    expect(unreadFormat({})).toBeNull();
    expect(unreadFormat(null, LATER)).toBeNull();
  });

  it.each([
    [4, 'en', 'its format is 4, and this version reads up to 3.'],
    [1, 'en', 'its format is 1, and this version reads no less than 2.'],
    [4, 'de', 'Format ist 4, und diese Version liest höchstens 3.'],
    [1, 'de', 'Format ist 1, und diese Version liest mindestens 2.'],
  ] as const)('are named with the one that stands: format %s in %s', (format, language, says) => {
    const why = notSentByFormat(controls({ format }), LATER);
    expect(why && sayNotSent(why, language)).toContain(says);
    expect(refusedByFormat(controls({ format }), LATER)?.code).toBe('newer-version');
  });
});
