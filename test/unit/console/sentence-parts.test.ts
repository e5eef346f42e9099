import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../console/display/sentence-parts.ts';

describe('a sentence of the API', () => {
  it('is cut at the moments in it, so that they can be told by the local clock', () => {
    const sentence = 'Read at 2026-11-23T02:38:33.562Z, known of 2026-11-23T02:38:42Z.';
    const parts = partsOf(sentence);
    expect(parts.filter(({ at }) => at).map(({ text }) => text)).toEqual([
      '2026-11-23T02:38:33.562Z',
      '2026-11-23T02:38:42Z',
    ]);
    expect(parts.map(({ text }) => text).join('')).toBe(sentence);
    expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
  });

  it('without one stays as it is', () => {
    expect(partsOf('Nothing is sent.')).toEqual([
      { place: 0, text: 'Nothing is sent.', at: false },
    ]);
    expect(partsOf('')).toEqual([]);
  });
});
