import { expect, it } from 'vitest';
import {
  sayTokenFault,
  sayUnanswered,
  unansweredSentence,
} from '../../../treasury/facts/sentences/say/say-unanswered.ts';
import {
  GIVEN_UP_WHEN,
  OPENING_STEPS,
  type TokenFault,
  type Unanswered,
} from '../../../treasury/outcomes/unanswered.ts';
import { numbersIn } from './numbers-in.ts';

const BEGUN = { status: 200, bytes: 17 } as const;
const SECRET = { secret: 'sluice/token' } as const;
const FILL = 'To fill it: npm run sluice -- token fill --secret sluice/token --service BASE_URL';

/** One fact of each code, and what is said of it: the compiler holds it complete. */
const SAID: {
  readonly [Code in Unanswered['code']]: readonly [
    Extract<Unanswered, { readonly code: Code }>,
    string,
  ];
} = {
  'secret-empty': [
    { code: 'secret-empty', ...SECRET },
    `the secret sluice/token does not exist or holds nothing yet. ${FILL}`,
  ],
  'secret-without-token': [
    { code: 'secret-without-token', ...SECRET, fault: { code: 'empty' } },
    `the secret sluice/token holds no token: it is empty. ${FILL}`,
  ],
  'secret-unreadable': [
    { code: 'secret-unreadable', ...SECRET, error: 'AccessDeniedException' },
    'the secret sluice/token cannot be read: AccessDeniedException',
  ],
  unwritable: [{ code: 'unwritable' }, 'no request can be made of this'],
  'amount-unfit': [{ code: 'amount-unfit' }, 'the amount is not decimal text above zero'],
  'too-late': [
    { code: 'too-late', sendBy: '2026-01-05T09:00:12.000Z' },
    'it is past 2026-01-05T09:00:12.000Z',
  ],
  'given-up': [{ code: 'given-up', when: 'waiting' }, 'given up while waiting for the answer'],
  'not-open': [
    { code: 'not-open', afterMs: 3_000, step: 'handshake' },
    'no connection after 3000 ms, in handshake',
  ],
  'closed-in': [{ code: 'closed-in', step: 'connect' }, 'closed by the other side in connect'],
  'closed-unused': [{ code: 'closed-unused' }, 'the connection was closed before it was used'],
  'not-begun': [{ code: 'not-begun', afterMs: 10_000 }, 'no headers after 10000 ms'],
  'not-complete': [{ code: 'not-complete', afterMs: 12_000 }, 'no complete answer after 12000 ms'],
  closed: [{ code: 'closed' }, 'closed without a complete answer'],
  error: [
    { code: 'error', name: 'ECONNRESET', said: 'read ECONNRESET' },
    'ECONNRESET: read ECONNRESET',
  ],
  encoded: [
    { code: 'encoded', coding: 'gzip', ...BEGUN },
    'encoded as gzip, which was not asked for, after 17 bytes of an answer 200',
  ],
  'too-large': [
    { code: 'too-large', most: 2_097_152, ...BEGUN },
    'more than 2097152 bytes, after 17 bytes of an answer 200',
  ],
  'broken-off': [
    { code: 'broken-off', ...BEGUN },
    'the connection ended, after 17 bytes of an answer 200',
  ],
};

it.each(Object.values(SAID))(
  '%j is said in English, and in German with the same numbers',
  (why, english) => {
    expect(sayUnanswered(why)).toBe(english);
    const german = sayUnanswered(why, 'de');
    expect(numbersIn(unansweredSentence(why, 'de'))).toEqual(
      numbersIn(unansweredSentence(why, 'en')),
    );
    // What the system says is the same in each language.
    if (why.code === 'error') expect(german).toBe(english);
    else expect(german).not.toBe(english);
  },
);

it('an error without a name is its words alone', () => {
  expect(sayUnanswered({ code: 'error', said: 'aborted' })).toBe('aborted');
});

it('each step at which it was given up, or closed, has words of its own', () => {
  for (const language of ['en', 'de'] as const) {
    const whens = GIVEN_UP_WHEN.map((when) => sayUnanswered({ code: 'given-up', when }, language));
    expect(new Set(whens).size).toBe(GIVEN_UP_WHEN.length);
    const steps = OPENING_STEPS.map((step) => sayUnanswered({ code: 'closed-in', step }, language));
    expect(new Set(steps).size).toBe(OPENING_STEPS.length);
  }
});

const TOKEN_FAULTS: { readonly [Code in TokenFault['code']]: readonly [TokenFault, string] } = {
  empty: [{ code: 'empty' }, 'it is empty'],
  'other-form': [
    { code: 'other-form' },
    'it is neither plain text nor JSON of the form {"token": "..."}',
  ],
  'other-length': [
    { code: 'other-length', least: 8, most: 8_192, length: 5 },
    'a token has 8 to 8192 characters, this has 5',
  ],
  'other-characters': [
    { code: 'other-characters' },
    'a token is visible ASCII without blanks, quotes and backslashes, this is not',
  ],
};

it.each(Object.values(TOKEN_FAULTS))('%j is said of a secret in each language', (fault, said) => {
  expect(sayTokenFault(fault)).toBe(said);
  const why = { code: 'secret-without-token', ...SECRET, fault } as const;
  expect(sayUnanswered(why)).toContain(said);
  expect(sayUnanswered(why, 'de')).not.toContain(said);
});
