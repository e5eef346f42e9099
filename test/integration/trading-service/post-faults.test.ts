import * as tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeTrade } from '../../../treasury/outcomes/judge-trade.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import {
  TRADE_REQUEST,
  WITHDRAWAL_REQUEST,
  withdrawal,
} from '../../unit/trading-service/answers.ts';
import { selfSignedCertificate } from './certificate.ts';
import { clientFor, IMPATIENT, soon, tokensOf } from './client.ts';
import { CONFIRMATION, judge } from './judge.ts';
import { answerWith, type Behaviour, reset, startRawService } from './raw-service.ts';

const TRUSTED = selfSignedCertificate();

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = (...chunks: readonly string[]) =>
  `${HEAD}transfer-encoding: chunked\r\n\r\n${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}`;

/** What can happen once a connection stands. The request arrives whole in every one of them. */
const FAULTS: readonly [string, Behaviour, string][] = [
  ['answers as asked', answerWith('200 OK', CONFIRMATION), 'confirmed'],
  ['answers in chunks', (s) => s.end(`${chunked(CONFIRMATION)}0\r\n\r\n`), 'confirmed'],
  ['answers until it closes', (s) => s.end(`${HEAD}\r\n${CONFIRMATION}`), 'confirmed'],
  [
    'says to continue first',
    (s, t) => {
      s.write('HTTP/1.1 103 Early Hints\r\n\r\n');
      answerWith('200 OK', CONFIRMATION)(s, t);
    },
    'confirmed',
  ],
  [
    'answers whole and then resets',
    (s) =>
      s.write(`${HEAD}content-length: ${CONFIRMATION.length}\r\n\r\n${CONFIRMATION}`, () =>
        reset(s),
      ),
    'confirmed',
  ],
  [
    'says more than its answer',
    (s) =>
      s.end(`${HEAD}content-length: ${CONFIRMATION.length}\r\n\r\n${CONFIRMATION}junk\r\n\r\n`),
    'unknown invalid-answer',
  ],
  ['hangs', () => {}, 'unknown timeout'],
  [
    'hangs after the headers',
    (s) => s.write(`${HEAD}content-length: 9\r\n\r\n`),
    'unknown timeout',
  ],
  ['hangs in the body', (s) => s.write(chunked(CONFIRMATION.slice(0, 40))), 'unknown timeout'],
  ['hangs in the headers', (s) => s.write(HEAD), 'unknown timeout'],
  [
    'drips hints for ever',
    (s) => {
      const drip = setInterval(() => s.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      s.on('close', () => clearInterval(drip));
    },
    'unknown timeout',
  ],
  ['resets before the headers', reset, 'unknown connection-lost'],
  ['closes before the headers', (s) => s.end(), 'unknown connection-lost'],
  ['closes in the headers', (s) => s.end(HEAD), 'unknown connection-lost'],
  [
    'switches protocols',
    (s) => s.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'unknown connection-lost',
  ],
  [
    'closes in the body',
    (s) => s.end(`${HEAD}content-length: 5000\r\n\r\n${CONFIRMATION}`),
    'unknown truncated-answer',
  ],
  ['closes between chunks', (s) => s.end(chunked(CONFIRMATION)), 'unknown truncated-answer'],
  [
    'resets in the body',
    (s) => s.write(chunked('[{'), () => setTimeout(() => reset(s), 50)),
    'unknown truncated-answer',
  ],
  ['breaks a chunk', (s) => s.end(`${chunked('[{')}nonsense\r\n`), 'unknown invalid-answer'],
  ['speaks no HTTP', (s) => s.end('SSH-2.0-service\r\n'), 'unknown invalid-answer'],
  [
    'gives two lengths',
    (s) => s.end(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n[]`),
    'unknown invalid-answer',
  ],
  [
    'gives headers without end',
    (s) => s.end(`${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n[]`),
    'unknown invalid-answer',
  ],
  [
    'answers too much',
    answerWith('200 OK', ' '.repeat(3 * 1024 * 1024)),
    'unknown oversized-answer',
  ],
  [
    'answers encoded',
    answerWith('200 OK', 'x', { 'content-encoding': 'gzip' }),
    'unknown invalid-answer',
  ],
  ['answers with nothing', answerWith('200 OK', ''), 'unknown empty-answer'],
  [
    'redirects',
    answerWith('307 Temporary Redirect', '', { location: '/v1/withdrawals' }),
    'unknown redirected',
  ],
  [
    'redirects to a page',
    answerWith('302 Found', '<a>', { location: '/login' }),
    'unknown redirected',
  ],
  ['accepts for later', answerWith('202 Accepted', CONFIRMATION), 'unknown status'],
  [
    'is too busy',
    answerWith('429 Too Many Requests', '', { 'retry-after': '0' }),
    'unknown status',
  ],
  ['is down', answerWith('503 Service Unavailable', '', { 'retry-after': '0' }), 'unknown status'],
  ['refuses the token', answerWith('401 Unauthorized', ''), 'rejected'],
  [
    'repeats the token',
    answerWith(
      '400 Bad Request',
      `bad: ${CANARY_TOKEN} ${Buffer.from(`Bearer ${CANARY_TOKEN}`).toString('base64')}`,
    ),
    'rejected',
  ],
];

describe.each([
  ['http', undefined],
  ['https', TRUSTED],
] as const)('over %s, a POST to a service that', (scheme, certificate) => {
  const trusted = tls.getCACertificates('default');
  beforeAll(() => tls.setDefaultCACertificates([...trusted, TRUSTED.cert]));
  afterAll(() => tls.setDefaultCACertificates(trusted));

  it.each(FAULTS)('%s', async (_name, behaviour, expected) => {
    const service = await startRawService(
      behaviour,
      certificate === undefined ? {} : { tls: certificate },
    );
    const token = tokensOf(CANARY_TOKEN, 'another-token');
    const { service: client, waits } = clientFor(`${scheme}://127.0.0.1:${service.port}`, {
      token,
      limits: expected === 'unknown timeout' ? IMPATIENT : {},
    });
    const reply = await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    expect(judge(reply)).toBe(expected);
    // Once, whatever came of it: no second request, no second connection, no other token, no wait.
    expect([service.requests.length, service.connections()]).toEqual([1, 1]);
    expect([token.refreshes, waits]).toEqual([0, []]);
  });

  it('is given up on while it thinks is unknown', async () => {
    const patience = new AbortController();
    const service = await startRawService(
      () => patience.abort(),
      certificate === undefined ? {} : { tls: certificate },
    );
    const { service: client } = clientFor(`${scheme}://127.0.0.1:${service.port}`);
    const reply = await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon(), patience.signal);
    expect(judge(reply)).toBe('unknown timeout');
  });
});

describe('a POST on the wire', () => {
  it('is the request of the reference, on a connection of its own', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}/api/`);
    await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    await client.sendTrade(TRADE_REQUEST, soon());
    expect(service.connections()).toBe(2);
    const [first = '', second = ''] = service.requests;
    const [head = '', body = ''] = first.split('\r\n\r\n');
    expect(head.split('\r\n').map((line) => line.toLowerCase())).toEqual([
      'post /api/v1/withdrawals http/1.1',
      `host: 127.0.0.1:${service.port}`,
      'accept: application/json',
      'accept-encoding: identity',
      'user-agent: sluice',
      `authorization: bearer ${CANARY_TOKEN.toLowerCase()}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
    ]);
    expect(body).toBe(
      `{"withdrawalAccountId":"${WITHDRAWAL_REQUEST.withdrawalAccountId}","amount":"1.5"}`,
    );
    expect(second).toMatch(/^POST \/api\/v1\/trades HTTP/);
    expect(second.split('\r\n\r\n')[1]).toBe(
      '{"instrument":"BTC/USD","side":"Sell","price":"60000","amount":"0.25"}',
    );
  });

  it.each([
    ['capitalised', 'Buy'],
    ['lower', 'buy'],
    ['upper', 'BUY'],
  ] as const)('writes the side %s as %s', async (sideCasing, side) => {
    const service = await startRawService(answerWith('200 OK', '{"id":"t-1","state":"filled"}'));
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`, { sideCasing });
    const request = { ...TRADE_REQUEST, side: 'buy' } as const;
    const reply = await client.sendTrade(request, soon());
    expect(judgeTrade(request, reply, new Set()).state).toBe('confirmed');
    expect(service.requests[0]).toContain(`"side":"${side}"`);
  });

  it('carries the token in the query only where that is switched on, with one warning', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const baseUrl = `http://127.0.0.1:${service.port}`;
    const { service: client, warnings } = clientFor(baseUrl, { queryToken: true });
    await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    expect(service.requests[0]).toContain(
      `/v1/withdrawals?token=${encodeURIComponent(CANARY_TOKEN)} HTTP`,
    );
    expect(service.requests[0]).not.toMatch(/authorization/i);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/within URLs/);
  });

  it('never reuses a connection that the service would keep', async () => {
    const body = JSON.stringify([withdrawal()]);
    const service = await startRawService((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`);
    for (let n = 0; n < 3; n++) await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    expect([service.requests.length, service.connections()]).toEqual([3, 3]);
  });

  it('reads the clock after the connection stands', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const seen: number[] = [];
    const now = () => {
      seen.push(service.connections());
      return instantOf(Date.now());
    };
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`, { now });
    await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
    expect(seen).toEqual([1]);
  });
});
