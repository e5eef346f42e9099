import { describe, expect, it } from 'vitest';
import { reasonText } from '../../../../console/decisions/reasons.ts';
import { TEXTS } from '../../../../console/decisions/texts/texts.ts';

const NAMES = Object.keys(TEXTS.en.reasons);

describe('the texts of decisions', () => {
  it.each(NAMES)('say the reason %s in each language', (reason) => {
    const [english, german] = [reasonText(reason), reasonText(reason, 'de')];
    expect(german.tone).toBe(english.tone);
    expect(german.short).not.toBe('');
    expect(german.sentence).toMatch(/\.$/);
    expect(german.sentence).not.toBe(english.sentence);
  });

  it('tell the checks of a decision apart in each language', () => {
    for (const { checks } of Object.values(TEXTS)) {
      const names = Object.values(checks);
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain('');
    }
  });

  it('show the name of a reason that is newer than the console', () => {
    expect(reasonText('made-up').sentence).toBe('Reason: made up.');
    expect(reasonText('made-up', 'de').sentence).toBe('Grund: made up.');
  });
});
