import { describe, expect, it } from 'vitest';
import type { HttpAttempt } from '../../../adapters/http-client/http-attempt.ts';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import {
  answered,
  failed,
  outcomeOfTrade,
  outcomeOfWithdrawal,
  TRADE_REQUEST,
  WITHDRAWAL_REQUEST,
  withdrawal,
} from './answers.ts';

const whole = JSON.stringify([withdrawal()]);

/** What design says of every attempt whose answer is not the point. */
const TABLE: readonly [string, HttpAttempt, string, string | number][] = [
  ['a host that is not found', failed(false, 'DNS_FAILURE'), 'not-sent', 'dns'],
  ['a refused connection', failed(false, 'CONNECT_FAILURE'), 'not-sent', 'refused'],
  [
    'a connection that never stood',
    failed(false, 'CONNECT_TIMEOUT'),
    'not-sent',
    'connect-timeout',
  ],
  ['a failed TLS handshake', failed(false, 'TLS_FAILURE'), 'not-sent', 'tls'],
  ['a missing token', failed(false, 'NO_TOKEN'), 'not-sent', 'no-token'],
  ['a moment past sendBy', failed(false, 'PAST_SEND_BY'), 'not-sent', 'past-send-by'],
  ['an abort in time', failed(false, 'ABORTED'), 'not-sent', 'aborted-before-connect'],
  ['a platform name for DNS', failed(false, 'ENOTFOUND'), 'not-sent', 'dns'],
  ['a platform name for DNS, for now', failed(false, 'EAI_AGAIN'), 'not-sent', 'dns'],
  ['a host that is not reached', failed(false, 'EHOSTUNREACH'), 'not-sent', 'refused'],
  ['a network that is not reached', failed(false, 'ENETUNREACH'), 'not-sent', 'refused'],
  ['a platform timeout before', failed(false, 'ETIMEDOUT'), 'not-sent', 'connect-timeout'],
  ['a platform name for refused', failed(false, 'ECONNREFUSED'), 'not-sent', 'refused'],
  ['any other failure before', failed(false, 'constructor'), 'not-sent', 'aborted-before-connect'],
  ['a timeout', failed(true, 'TIMEOUT'), 'unknown', 'timeout'],
  ['an abort too late', failed(true, 'ABORTED'), 'unknown', 'timeout'],
  ['a platform timeout', failed(true, 'ETIMEDOUT'), 'unknown', 'timeout'],
  ['a lost connection', failed(true, 'CONNECTION_LOST'), 'unknown', 'connection-lost'],
  ['a reset', failed(true, 'ECONNRESET'), 'unknown', 'connection-lost'],
  ['a name known only before', failed(true, 'ECONNREFUSED'), 'unknown', 'connection-lost'],
  ['a past sendBy after the fact', failed(true, 'PAST_SEND_BY'), 'unknown', 'connection-lost'],
  ['a body cut off', failed(true, 'TRUNCATED'), 'unknown', 'truncated-answer'],
  ['an oversized body', failed(true, 'OVERSIZED'), 'unknown', 'oversized-answer'],
  ['no HTTP', failed(true, 'INVALID_ANSWER'), 'unknown', 'invalid-answer'],
  ...[400, 401, 403, 404, 422].map(
    (status) => [`a ${status}`, answered(status, whole), 'rejected', status] as const,
  ),
  ...[300, 301, 302, 303, 304, 307, 308, 399].map(
    (status) => [`a ${status}`, answered(status, whole), 'unknown', 'redirected'] as const,
  ),
  ...[
    100, 201, 202, 204, 206, 299, 402, 405, 408, 409, 410, 413, 425, 429, 451, 500, 502, 503, 504,
  ].map((status) => [`a ${status}`, answered(status, whole), 'unknown', 'status'] as const),
  ['a 200 with nothing', answered(200, ''), 'unknown', 'empty-answer'],
  ['a 200 with blanks', answered(200, ' \r\n'), 'unknown', 'empty-answer'],
  ['a 200 cut off', answered(200, whole.slice(0, -1)), 'unknown', 'truncated-answer'],
  ['a 200 with a page', answered(200, '<html></html>'), 'unknown', 'invalid-answer'],
  ['a 200 with broken JSON', answered(200, '[{]'), 'unknown', 'invalid-answer'],
  ['a 200 cut off in an object', answered(200, '{"id":"a'), 'unknown', 'truncated-answer'],
  ['a 200 with a broken object', answered(200, '{"id"}'), 'unknown', 'invalid-answer'],
  ['a 200 with a list that ends as an object', answered(200, '[{'), 'unknown', 'truncated-answer'],
  ['a 200 with text that ends in nothing', answered(200, 'sent'), 'unknown', 'invalid-answer'],
  [
    'a 200 with a name twice',
    answered(200, whole.replace('{', '{"amount":"1.5",')),
    'unknown',
    'invalid-answer',
  ],
  [
    'a 200 with a name twice, one of them escaped',
    answered(200, whole.replace('{', '{"\\u0061mount":"1.5",')),
    'unknown',
    'invalid-answer',
  ],
  ['a 200 with null', answered(200, 'null'), 'unknown', 'invalid-answer'],
  ['a 200 with a number', answered(200, '1.5'), 'unknown', 'invalid-answer'],
  [
    'a 200 nested absurdly',
    answered(200, '['.repeat(9_999) + ']'.repeat(9_999)),
    'unknown',
    'invalid-answer',
  ],
].map((row) => row as [string, HttpAttempt, string, string | number]);

function judged(outcome: { state: string; cause?: string; status?: number }) {
  return [outcome.state, outcome.cause ?? outcome.status];
}

describe.each(TABLE)('%s', (_name, attempt, state, why) => {
  it(`is ${state} (${why}) for a withdrawal`, () => {
    const outcome = outcomeOfWithdrawal(WITHDRAWAL_REQUEST, attempt, new Set());
    expect(judged(outcome)).toEqual([state, why]);
  });

  it(`is ${state} (${why}) for a trade`, () => {
    expect(judged(outcomeOfTrade(TRADE_REQUEST, attempt, new Set()))).toEqual([state, why]);
  });
});

describe('an answer nested', () => {
  const nested = (levels: number) =>
    `{"id":"t-1","state":"filled","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it('as deep as is accepted is read', () => {
    expect(outcomeOfTrade(TRADE_REQUEST, answered(200, nested(32)), new Set()).state).toBe(
      'confirmed',
    );
  });

  it('one level deeper is not', () => {
    expect(outcomeOfTrade(TRADE_REQUEST, answered(200, nested(33)), new Set())).toEqual({
      state: 'unknown',
      cause: 'invalid-answer',
      found: { code: 'too-deep', most: 32 },
      came: { code: 'answered', status: 200, form: 'application/json' },
      evidence: nested(33),
    });
  });
});

describe('evidence', () => {
  it('holds status, content type and body in one line without anything invisible', () => {
    const body = 'no\r\n\u001b[31mfunds\u202e\u0000\u2028here';
    const outcome = outcomeOfTrade(TRADE_REQUEST, answered(400, body, 'text/plain'), new Set());
    expect(saySeen(outcome)).toBe('answered 400 text/plain: no [31mfunds here');
  });

  it('is bounded and says how much there was', () => {
    const outcome = outcomeOfTrade(TRADE_REQUEST, answered(500, 'x'.repeat(10_000)), new Set());
    expect(outcome.evidence?.length).toBe(2_000);
    expect(outcome.evidence).toMatch(/… \(\d+ characters in all\)$/);
  });

  it('says whether the connection stood', () => {
    const before = outcomeOfTrade(TRADE_REQUEST, failed(false, 'DNS_FAILURE'), new Set());
    expect(saySeen(before)).toMatch(/^DNS_FAILURE \(before the connection stood\)/);
    const after = outcomeOfTrade(TRADE_REQUEST, failed(true, 'TIMEOUT'), new Set());
    expect(saySeen(after)).toMatch(/^TIMEOUT \(after the connection stood\)/);
  });

  it('is well-formed text even where the cut falls into a character', () => {
    const outcome = outcomeOfTrade(TRADE_REQUEST, answered(500, '😀'.repeat(5_000)), new Set());
    expect(outcome.evidence?.isWellFormed()).toBe(true);
  });

  it.each([
    [
      'a failure before the connection',
      failed(false, 'DNS_FAILURE'),
      'DNS_FAILURE (before the connection stood): as the platform words it',
    ],
    [
      'a failure after it',
      failed(true, 'TIMEOUT'),
      'TIMEOUT (after the connection stood): as the platform words it',
    ],
    ['an answer', answered(500, 'no', 'text/plain'), 'answered 500 text/plain: no'],
    ['an empty answer', answered(500, '', 'text/plain'), 'answered 500 text/plain: (nothing)'],
    ['an answer of no type', answered(500, 'no', ''), 'answered 500 without a content type: no'],
    [
      "an answer that was read, after the judge's words",
      answered(200, '[]'),
      'the answer is not a JSON object; answered 200 application/json: []',
    ],
  ])('of %s is one line', (_name, attempt, line) => {
    expect(saySeen(outcomeOfTrade(TRADE_REQUEST, attempt, new Set()))).toBe(line);
  });
});
