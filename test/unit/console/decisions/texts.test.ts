import { describe, expect, it } from 'vitest';
import { TEXTS } from '../../../../console/decisions/texts/texts.ts';

const NAMES = Object.keys(TEXTS.en.reasons) as (keyof typeof TEXTS.en.reasons)[];

describe('the texts of decisions', () => {
  it.each(NAMES)('say the reason %s in each language', (reason) => {
    const { short, sentence } = TEXTS.de.reasons[reason];
    expect(short).not.toBe('');
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toBe(TEXTS.en.reasons[reason].sentence);
  });

  it('tell the checks of a decision apart in each language', () => {
    for (const { checks } of Object.values(TEXTS)) {
      const names = Object.values(checks);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !/^\p{Lu}/u.test(name))).toEqual([]);
    }
  });
});
