import { describe, expect, it } from 'vitest';
import { isolated, partsOf, withoutRoutes } from '../../../console/display/sentence-parts.ts';

describe('a sentence of the API', () => {
  it('is cut at the moments in it, so that they can be told by the local clock', () => {
    const sentence = 'Read at 2026-11-23T02:38:33.562Z, known of 2026-11-23T02:38:42Z.';
    const parts = partsOf(sentence);
    expect(parts.filter(({ is }) => is === 'moment').map(({ text }) => text)).toEqual([
      '2026-11-23T02:38:33.562Z',
      '2026-11-23T02:38:42Z',
    ]);
    expect(parts.map(({ text }) => text).join('')).toBe(sentence);
    expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
  });

  it('names no call of the API, for which a person has a button', () => {
    const settle =
      'Two people settle it: POST /v1/withdrawals/withdrawal-1/settle. Then it is free.';
    expect(withoutRoutes(settle)).toBe('Two people settle it. Then it is free.');
    const conclude =
      'Two people conclude it: GET /v1/lanes/BTC/unbooked shows what; POST /v1/lanes/BTC/unbooked/conclude.';
    expect(withoutRoutes(conclude)).toBe('Two people conclude it.');
  });

  it('without one stays as it is', () => {
    expect(partsOf('Nothing is sent.')).toEqual([
      { place: 0, text: 'Nothing is sent.', is: 'text' },
    ]);
    expect(partsOf('')).toEqual([]);
  });

  it('keeps a name that is isolated in it apart, whatever direction the name wants to turn', () => {
    const name = '\u202eevil\u2069 חשבון';
    expect(partsOf(`Withdraw 5 to ${isolated(name)}; in steps of 1.`)).toEqual([
      { place: 0, text: 'Withdraw 5 to ', is: 'text' },
      { place: 14, text: 'evil חשבון', is: 'name' },
      { place: 26, text: '; in steps of 1.', is: 'text' },
    ]);
  });
});
