import { describe, expect, it } from 'vitest';
import { unreadable as german } from '../../../treasury/facts/sentences/de/unreadable.ts';
import { sayUnreadable } from '../../../treasury/facts/sentences/say/unreadable.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import type { UnreadableWhy } from '../../../treasury/outcomes/unreadable.ts';

/** One of each code, which the compiler holds complete. */
const SAID: {
  readonly [Code in UnreadableWhy['code']]: readonly [
    why: Extract<UnreadableWhy, { readonly code: Code }>,
    english: string,
    german: string,
  ];
} = {
  'not-text': [
    { code: 'not-text', field: 'total', found: 'number' },
    'total is a number, not text',
    'total ist vom Typ number und kein Text',
  ],
  'no-decimal': [
    { code: 'no-decimal' },
    'text that is no decimal',
    'der Betrag ist Text, der keine Dezimalzahl ist',
  ],
  'no-amount': [
    { code: 'no-amount', names: ['total', 'free'] },
    'none of total, free',
    'keines von total, free',
  ],
  'names-differ': [
    { code: 'names-differ', field: 'balance', names: ['total', 'balance'] },
    'balance contradicts another of total, balance',
    'balance widerspricht einem anderen von total, balance',
  ],
  'more-available': [
    { code: 'more-available', available: '2.5', total: '1' },
    '2.5 available of 1 in total',
    '2,5 verfügbar von 1 insgesamt',
  ],
  'negative-held': [
    { code: 'negative-held', held: '-1' },
    '-1 held, which is less than nothing',
    '-1 gesperrt, weniger als nichts',
  ],
  'parts-differ': [
    { code: 'parts-differ', available: '1', held: '1', total: '3' },
    '1 available and 1 held are not 3 in total',
    '1 verfügbar und 1 gesperrt ergeben nicht 3 insgesamt',
  ],
  twice: [{ code: 'twice' }, 'it is there twice', 'sie steht zweimal darin'],
  'case-alone': [
    { code: 'case-alone', spellings: ['ETH', 'eth'] },
    'ETH and eth differ by case alone',
    'ETH und eth unterscheiden sich nur in der Groß- und Kleinschreibung',
  ],
  'never-stated': [
    { code: 'never-stated' },
    'no answer has stated it so far',
    'bisher hat keine Antwort sie angegeben',
  ],
};

describe('why a balance cannot be read', () => {
  it.each(Object.values(SAID))('is said in each language: $0.code', (why, english, deutsch) => {
    expect(sayUnreadable(why)).toBe(english);
    expect(asText(german(why), { language: 'de' })).toBe(deutsch);
  });
});
