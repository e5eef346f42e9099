import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../treasury/outcomes/evidence.ts';

describe('text from an outside source', () => {
  it.each([
    ['as it is', 'sent', 10, 'sent'],
    ['of just the length there is room for', 'x'.repeat(60), 60, 'x'.repeat(60)],
    ['without blanks around it', '  sent\n', 10, 'sent'],
    ['with what is invisible as one blank', 'a\u0000\u200b\u2028\u2029b', 10, 'a b'],
    [
      'cut, with how much there was',
      'x'.repeat(61),
      60,
      `${'x'.repeat(35)} … (61 characters in all)`,
    ],
    [
      'cut before it is cleaned, so that no flood is read for a few characters',
      `${'\u0000'.repeat(59)}a${'x'.repeat(60)}`,
      60,
      'a … (120 characters in all)',
    ],
    ['cut to no more than the mark', 'x'.repeat(50), 5, ' … (50 characters in all)'],
    [
      'cut before a character that would be halved',
      `${'x'.repeat(34)}😀${'x'.repeat(60)}`,
      60,
      `${'x'.repeat(34)}\ufffd … (96 characters in all)`,
    ],
  ])('is kept %s', (_name, text, limit, kept) => {
    expect(cleanText(text, limit)).toBe(kept);
  });

  it('is well-formed, whole or cut', () => {
    expect(cleanText('a\ud83d', 10)).toBe('a\ufffd');
  });
});
