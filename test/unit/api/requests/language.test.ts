import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../api/requests/language.ts';

const asked = (header?: string) =>
  languageOf({ headers: header === undefined ? {} : { 'accept-language': header } });

describe('the language of an answer', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE-ch, en;q=0.8', 'de'],
    ['en;q=0.5, de;q=0.9', 'de'],
    ['en, de', 'en'],
    ['fr, it;q=0.9, de;q=0.1', 'de'],
    ['fr, de;q=0', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['dex', 'en'],
    [';;,q=1,de', 'de'],
  ])('of %j is %s', (header, language) => {
    expect(asked(header)).toBe(language);
  });

  it('is English without the header, and by its name in any letters', () => {
    expect(asked()).toBe('en');
    expect(languageOf({ headers: { 'Accept-Language': 'de' } })).toBe('de');
  });

  it('is looked for in as many entries as a browser sends', () => {
    expect(asked(`${'fr,'.repeat(19)}de`)).toBe('de');
    expect(asked(`${'fr,'.repeat(20)}de`)).toBe('en');
  });
});
