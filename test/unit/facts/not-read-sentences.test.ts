import { describe, expect, it } from 'vitest';
import {
  sayNotTaken,
  sayPricesMissing,
  sayReadFailed,
} from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type { ReadFailed, ReadFault } from '../../../treasury/outcomes/read-failed.ts';
import type { NotTaken } from '../../../treasury/snapshots/not-taken.ts';
import { MISSING, NOT_READ, NOT_READ_SAID } from '../../samples/not-read.ts';

const ASKED = { asked: 'GET /v1/prices' } as const;

/** One fact of each code, and what is said of it: the compiler holds both complete. */
const FAULTS: {
  readonly [Code in ReadFault['code']]: readonly [
    Extract<ReadFault, { readonly code: Code }>,
    english: string,
    german: string,
  ];
} = {
  'without-token': [
    { code: 'without-token', why: { code: 'secret-unreadable', secret: 's', error: 'Throttled' } },
    'the secret s cannot be read: Throttled',
    'das Secret s ist nicht lesbar: Throttled',
  ],
  unanswered: [
    { code: 'unanswered', ...ASKED, error: 'CONNECT_FAILURE', why: { code: 'closed-unused' } },
    'GET /v1/prices: CONNECT_FAILURE: the connection was closed before it was used',
    'GET /v1/prices: CONNECT_FAILURE: die Verbindung wurde geschlossen, bevor sie benutzt wurde',
  ],
  status: [
    { code: 'status', ...ASKED, status: 503, quoted: 'be back soon' },
    'GET /v1/prices: answered 503: be back soon',
    'GET /v1/prices: geantwortet 503: be back soon',
  ],
  'other-format': [
    { code: 'other-format', ...ASKED, quoted: '' },
    'GET /v1/prices: the answer is not JSON: (nothing)',
    'GET /v1/prices: die Antwort ist kein JSON: (nichts)',
  ],
  unread: [
    { code: 'unread', ...ASKED, found: { code: 'too-deep', most: 32 } },
    'GET /v1/prices: nested more than 32 times',
    'GET /v1/prices: mehr als 32-mal verschachtelt',
  ],
  'not-understood': [
    { code: 'not-understood', ...ASKED, found: { code: 'too-many-instruments', most: 9 } },
    'GET /v1/prices: more than 9 instruments',
    'GET /v1/prices: mehr als 9 Instrumente',
  ],
};

describe('a read that failed', () => {
  it.each(Object.values(FAULTS))('%j is said in both languages', (why, english, german) => {
    expect(sayReadFailed({ why })).toBe(english);
    expect(sayReadFailed({ why }, 'de')).toBe(german);
  });

  it('says how often it was tried, and what would have been too late', () => {
    const failed: ReadFailed = { ...NOT_READ, attempt: 3, nextMs: 4_000 };
    const tail = '(attempt 3); the next attempt, in 4000 ms, would be too late';
    expect(sayReadFailed(failed)).toBe(`${NOT_READ_SAID} ${tail}`);
    expect(sayReadFailed(failed, 'de')).toMatch(
      /\(Versuch 3\); der nächste Versuch, in 4000 ms, käme zu spät$/,
    );
  });
});

const LATE = { code: 'late', after: '2026-01-05T09:05:00.000Z', currency: 'ETH' } as const;
const TOO_LARGE = { code: 'too-large', bytes: 400_000, most: 390_000 } as const;

describe('a snapshot that is missing', () => {
  it.each<[NotTaken, english: string, german: string]>([
    [
      TOO_LARGE,
      'the answers are too large to be kept: 400000 bytes of balances and prices; kept: at most 390000',
      'die Antworten sind zu groß, um behalten zu werden: 400000 Bytes an Beständen und Kursen; behalten werden höchstens 390000',
    ],
    [
      { ...LATE, isHere: true },
      'it was read after the snapshot of 2026-01-05T09:05:00.000Z, which does not know ETH; the next one lists what there is',
      'sie kam nach der Momentaufnahme vom 05.01.2026, 09:05:00 UTC, die ETH nicht kennt; die nächste führt auf, was da ist',
    ],
    [
      { ...LATE, isHere: false },
      'it was read after the snapshot of 2026-01-05T09:05:00.000Z, which states ETH, which this one does not; the next one lists what there is',
      'sie kam nach der Momentaufnahme vom 05.01.2026, 09:05:00 UTC, die ETH nennt, diese aber nicht; die nächste führt auf, was da ist',
    ],
  ])('says why: %j', (why, english, german) => {
    expect(sayNotTaken(why)).toBe(english);
    expect(sayNotTaken(why, 'de')).toBe(german);
  });

  it('says why the service could not be read', () => {
    expect(sayNotTaken(MISSING.why)).toBe(NOT_READ_SAID);
  });

  it('says the same of its prices, after the code', () => {
    expect(sayPricesMissing(MISSING)).toBe(`timeout: ${NOT_READ_SAID}`);
    expect(sayPricesMissing({ code: 'too-large', why: TOO_LARGE })).toBe(
      'too-large: 400000 bytes of balances and prices; kept: at most 390000',
    );
  });
});
