import { describe, expect, it } from 'vitest';
import { hangingText, wrapText } from '../../../local/terminal/wrap-text.ts';

describe('a wrapped text', () => {
  it('never parts an amount from its currency, nor a number from its unit', () => {
    const text = 'all of the 100,000 USDC above the kept 150,000 USDC; 50 % of it within 10 s';
    for (let width = 20; width <= text.length; width += 1) {
      const lines = wrapText(text, width);
      expect(lines.join(' ')).toBe(text);
      expect(
        lines.filter((line) => /\d$/.test(line)),
        `at ${width} columns`,
      ).toEqual([]);
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }
  });

  it('gives a word that is too long a line of its own', () => {
    expect(wrapText('see http://127.0.0.1:4400/v1/snapshots for it', 20)).toEqual([
      'see',
      'http://127.0.0.1:4400/v1/snapshots',
      'for it',
    ]);
  });

  it('hangs below its beginning, and is one line where nothing is wrapped', () => {
    expect(hangingText('  data  ', 'one two three four five six', 24)).toBe(
      '  data  one two three four\n        five six',
    );
    expect(hangingText('  data  ', 'one two three four five six', null)).toBe(
      '  data  one two three four five six',
    );
  });
});
