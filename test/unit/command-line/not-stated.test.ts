import { describe, expect, it } from 'vitest';
import { notStatedSentences } from '../../../bin/sluice/views/not-stated.ts';

const SINCE = '2026-03-02T09:00:00.000Z';

describe('what an answer does not state', () => {
  it('is a sentence for each currency, with since when and what was stated last', () => {
    const last = { total: '2', readAt: SINCE, tick: SINCE };
    expect(
      notStatedSentences({
        BTC: { reading: 'not-listed', since: SINCE, readings: 1, last },
        ETH: { reading: 'unreadable', why: { code: 'not-text', found: 'null' } },
      }),
    ).toEqual([
      `BTC: not in the answer since ${SINCE}; the last was 2 BTC`,
      'ETH: cannot be read in the answer',
    ]);
    expect(notStatedSentences()).toEqual([]);
  });
});
