import { describe, expect, it } from 'vitest';
import {
  foundSentence,
  sayFound,
  sayOutcome,
  saySeen,
} from '../../../treasury/facts/sentences/say/say-answer.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import type { Confirmation } from '../../../treasury/instructions/instruction.ts';
import type { AnswerFact, FillProblem } from '../../../treasury/outcomes/answer-fact.ts';
import { EXPECTED_KINDS, FILL_PROBLEMS } from '../../../treasury/outcomes/answer-fact.ts';
import type { Seen } from '../../../treasury/outcomes/outcome.ts';
import type { Unanswered } from '../../../treasury/outcomes/unanswered.ts';
import { numbersIn } from './numbers-in.ts';

const AMOUNTS = { asked: '1.5', answered: '1.25' } as const;
const WORSE = { side: 'sell', limit: '60000' } as const;

type Row<Code> = readonly [Extract<AnswerFact, { readonly code: Code }>, string];

/** One fact of each code, and what is said of it: the compiler holds it complete. */
const SAID: { readonly [Code in AnswerFact['code']]: Row<Code> } = {
  'past-send-by': [
    { code: 'past-send-by', sendBy: '2026-01-05T09:00:12.000Z' },
    'not sent: it is past 2026-01-05T09:00:12.000Z',
  ],
  'halt-unreadable': [
    { code: 'halt-unreadable' },
    'not sent: the halt could not be read right before',
  ],
  'halt-changed': [
    { code: 'halt-changed', generation: 4, claimed: 3 },
    'not sent: the halt is generation 4, the claim rests on 3',
  ],
  'not-recorded': [
    { code: 'not-recorded' },
    'the sender stopped before it could record what became of the request',
  ],
  'too-long': [{ code: 'too-long', most: 2_097_152 }, 'more than 2097152 characters'],
  'too-deep': [{ code: 'too-deep', most: 32 }, 'nested more than 32 times'],
  'name-twice': [
    { code: 'name-twice', name: 'a "b"' },
    'the name "a \\"b\\"" stands twice in one object',
  ],
  'not-withdrawals': [
    { code: 'not-withdrawals', at: '0.amount', expected: 'decimal' },
    'not a list of withdrawals: 0.amount: expected decimal text such as "12.5": at most 30 integer and 30 fraction digits, no exponent, no leading zeros, no separators',
  ],
  'too-many-withdrawals': [
    { code: 'too-many-withdrawals', count: 51, most: 50 },
    '51 withdrawals in one answer, at most 50 are accepted',
  ],
  'no-object': [{ code: 'no-object' }, 'the answer is not a JSON object'],
  'empty-object': [{ code: 'empty-object' }, 'the answer is an empty object'],
  'other-types': [
    { code: 'other-types', fields: ['fills', 'amount'] },
    'of an unexpected type: fills, amount',
  ],
  'no-withdrawal': [{ code: 'no-withdrawal' }, 'the answer holds no withdrawal'],
  'repeated-withdrawal': [
    { code: 'repeated-withdrawal', id: 'w-1' },
    'withdrawal w-1 is in the answer twice',
  ],
  'answered-before': [
    { code: 'answered-before', of: 'trade', id: 't-1' },
    'trade t-1 was answered before',
  ],
  'other-account': [
    { code: 'other-account', asked: 'one', answered: 'other' },
    'asked for account one, answered with other',
  ],
  'other-destination': [
    {
      ...{ code: 'other-destination', path: 'beneficiary.address', by: 'earlier-answer' },
      ...{ expected: 'bc1q', answered: 'bc1p' },
    },
    'beneficiary.address of the destination: stated by an earlier answer "bc1q", answered "bc1p"',
  ],
  'other-currency': [
    { code: 'other-currency', asked: 'BTC', answered: 'ETH' },
    'asked for BTC, answered ETH',
  ],
  'no-amount': [{ code: 'no-amount', amount: '-0.5' }, 'a withdrawal of -0.5 is none'],
  'other-amount': [{ code: 'other-amount', ...AMOUNTS }, 'asked for 1.5, answered 1.25'],
  'other-time': [
    { code: 'other-time', id: 'w-1', createdAt: '2026-01-01T00:00:00Z', hours: 24 },
    'withdrawal w-1 was created at 2026-01-01T00:00:00Z, more than 24 hours from this request',
  ],
  'destination-unreadable': [
    { code: 'destination-unreadable', path: 'memo' },
    'what the answer states as memo of the destination is no text',
  ],
  'network-unconfirmed': [
    { code: 'network-unconfirmed', registered: 'bitcoin', answered: 'BTC-2' },
    'registered network "bitcoin", answered "BTC-2": if both are the same, two people confirm it once, as networkAtService of the account',
  ],
  'amount-net': [
    { code: 'amount-net', ...AMOUNTS },
    'asked for 1.5, answered 1.25: within the fee bound; accepted by answeredAmounts with amounts "net", of the controls or the account',
  ],
  'amount-cut': [
    { code: 'amount-cut', ...AMOUNTS, digits: 2 },
    'asked for 1.5, answered 1.25: cut to 2 fraction digits; accepted by answeredAmounts with digits 2, of the controls or the account',
  ],
  'other-trade': [
    { code: 'other-trade', field: 'executed', ...AMOUNTS },
    'asked for amount 1.5, answered 1.25 as executed',
  ],
  'filled-worse': [
    { code: 'filled-worse', ...WORSE, base: '0.25', exchanged: '14000' },
    'asked for sell at 60000, filled 0.25 for 14000',
  ],
  'priced-worse': [
    { code: 'priced-worse', ...WORSE, price: '59000.5' },
    'asked for sell at 60000, filled at 59000.5',
  ],
  'fills-unreadable': [
    { code: 'fills-unreadable', problem: 'zero-amount' },
    'a fill of zero or less is none',
  ],
  'filled-in-part': [
    { code: 'filled-in-part', asked: '0.25', executed: '0.1' },
    'asked for 0.25, executed so far: 0.1',
  ],
  remains: [{ code: 'remains' }, 'the answer says that some of it remains'],
  'amount-no-decimal': [
    { code: 'amount-no-decimal', seen: '"a quarter"' },
    'amount is not decimal text: "a quarter"',
  ],
  'other-spelling': [
    { code: 'other-spelling', asked: 'BTC/USD', answered: 'BTCUSD.SPOT' },
    'asked for instrument BTC/USD, answered BTCUSD.SPOT, another spelling',
  ],
  'not-proven': [
    { code: 'not-proven', proposed: { idAt: 'data.id', idForm: 'uuid' } },
    'the answer does not say that the trade was carried out: neither an end with its instrument or an id, nor instrument, side and amount with an id, nor an id of a confirmed form at a named place; proposed for the stage, tradeFields: {"idAt":"data.id"}; proposed for the controls, for two people who have looked the trade up: trades.idForms: ["uuid"]',
  ],
  stated: [
    { code: 'stated', stated: { code: 'holds', name: 'code', value: '40012' } },
    'a 200 that holds "code": "40012"',
  ],
};

const STATED: readonly Row<'stated'>[] = [
  [{ code: 'stated', stated: { code: 'denies-success' } }, 'a 200 that denies its success'],
  [{ code: 'stated', stated: { code: 'holds', name: 'error' } }, 'a 200 that holds "error"'],
  [
    { code: 'stated', stated: { code: 'state', word: 'ERROR', isListed: true } },
    'a 200 with the state "ERROR"',
  ],
  [
    { code: 'stated', stated: { code: 'state', word: 'Odd', isListed: false } },
    'a 200 with the state "Odd", which is in no list',
  ],
  [{ code: 'stated', stated: { code: 'state-no-word' } }, 'a 200 with a state that is no word'],
  [
    { code: 'stated', stated: { code: 'not-yet', name: 'filled' } },
    'a 200 that is not "filled" yet',
  ],
];

const ROWS: readonly (readonly [AnswerFact, string])[] = [...Object.values(SAID), ...STATED];

describe('what is found in an answer', () => {
  it.each(ROWS)('%j is said in English', (fact, english) => {
    expect(sayFound(fact)).toBe(english);
  });

  it.each(ROWS)('%j names the same in German, in German words', (fact, english) => {
    const german = foundSentence(fact, 'de');
    expect(numbersIn(german)).toEqual(numbersIn(foundSentence(fact, 'en')));
    expect(asText(german, { language: 'de' })).not.toBe(english);
  });

  it('writes German amounts with a comma', () => {
    expect(sayFound({ code: 'other-amount', ...AMOUNTS }, 'de')).toBe(
      'verlangt 1,5, geantwortet 1,25',
    );
  });

  it('says each problem of fills, and each expectation, in both languages', () => {
    const problems = FILL_PROBLEMS.map((problem: FillProblem): AnswerFact => {
      return { code: 'fills-unreadable', problem };
    });
    const places = EXPECTED_KINDS.map((expected): AnswerFact => {
      return { code: 'not-withdrawals', at: '', expected };
    });
    const said = (['en', 'de'] as const).flatMap((language) =>
      [...problems, ...places].map((fact) => sayFound(fact, language)),
    );
    expect(new Set(said).size).toBe(said.length);
  });
});

function unanswered(error: string, begun: boolean, why: Unanswered): Seen {
  return { came: { code: 'unanswered', error, begun, why } };
}

const CAME: readonly (readonly [Seen, english: string, german: string])[] = [
  [
    { came: { code: 'answered', status: 422, form: 'text/plain' }, evidence: 'no funds' },
    'answered 422 text/plain: no funds',
    'geantwortet 422 text/plain: no funds',
  ],
  [
    { came: { code: 'answered', status: 500, form: '' }, evidence: '' },
    'answered 500 without a content type: (nothing)',
    'geantwortet 500 ohne Angabe der Form: (nichts)',
  ],
  [
    unanswered('DNS_FAILURE', false, { code: 'error', name: 'ENOTFOUND', said: 'no such name' }),
    'DNS_FAILURE (before the connection stood): ENOTFOUND: no such name',
    'DNS_FAILURE (bevor die Verbindung stand): ENOTFOUND: no such name',
  ],
  [
    unanswered('TIMEOUT', true, { code: 'not-begun', afterMs: 10_000 }),
    'TIMEOUT (after the connection stood): no headers after 10000 ms',
    'TIMEOUT (nachdem die Verbindung stand): kein Anfang einer Antwort nach 10000 ms',
  ],
];

describe('how an answer came', () => {
  it.each(CAME)('%j is said with the answer, quoted', (seen, english, german) => {
    expect(saySeen(seen)).toBe(english);
    expect(saySeen(seen, 'de')).toBe(german);
    const found = { code: 'no-object' } as const;
    expect(saySeen({ ...seen, found }, 'de')).toBe(`die Antwort ist kein JSON-Objekt; ${german}`);
  });

  it('is said of a settled outcome by who settled it', () => {
    const by = ['ann', 'ben'] as const;
    const settled = { kind: 'settled', by, comment: 'seen' } as const;
    const of = (confirmation: Confirmation) =>
      sayOutcome({ status: { state: 'confirmed', at: '2026-01-05T09:00:00.000Z', confirmation } });
    expect(of(settled)).toBe('settled by ann and ben');
    expect(of({ kind: 'evidence' })).toMatch(/^settled without people, as the controls allow: /);
  });
});
