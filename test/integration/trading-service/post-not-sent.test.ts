import * as net from 'node:net';
import * as tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { WITHDRAWAL_REQUEST } from '../../unit/trading-service/answers.ts';
import { selfSignedCertificate } from './certificate.ts';
import { CONNECTING_IMPATIENTLY, clientFor, soon, tokensOf } from './client.ts';
import { startDeafListener } from './deaf-listener.ts';
import { CONFIRMATION, judge } from './judge.ts';
import { answerWith, startRawService } from './raw-service.ts';

const CERTIFICATE = selfSignedCertificate();

describe('a POST of which no byte left', () => {
  const post = async (baseUrl: string, limits = {}) =>
    judge(await clientFor(baseUrl, { limits }).service.sendWithdrawal(WITHDRAWAL_REQUEST, soon()));

  it('is not-sent where the host is not found', async () => {
    expect(await post('https://service.invalid')).toBe('not-sent dns');
  });

  it('is not-sent where the connection is refused', async () => {
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as net.AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await post(`http://127.0.0.1:${port}`)).toBe('not-sent refused');
    expect(await post(`https://localhost:${port}`)).toBe('not-sent refused');
  });

  it('is not-sent where the connection is never established', async () => {
    const deaf = await startDeafListener();
    try {
      const outcome = await post(`http://127.0.0.1:${deaf.port}`, CONNECTING_IMPATIENTLY);
      expect(outcome).toBe('not-sent connect-timeout');
    } finally {
      await deaf.stop();
    }
  });

  it('is not-sent if no trusted authority has signed the certificate', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION), { tls: CERTIFICATE });
    expect(await post(`https://localhost:${service.port}`)).toBe('not-sent tls');
    expect(service.requests).toEqual([]);
  });

  it('is not-sent where the certificate is for another name', async () => {
    const other = selfSignedCertificate('service.example');
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, other.cert]);
    try {
      const service = await startRawService(answerWith('200 OK', CONFIRMATION), { tls: other });
      for (const host of ['localhost', '127.0.0.1']) {
        const { service: client } = clientFor(`https://${host}:${service.port}`);
        const reply = await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon());
        expect(judge(reply)).toBe('not-sent tls');
        expect(reply).toMatchObject({
          came: { why: { code: 'error', name: expect.stringMatching(/ALTNAME/) } },
        });
        expect(reply).not.toHaveProperty('serviceAnswer');
      }
      expect(service.requests).toEqual([]);
    } finally {
      tls.setDefaultCACertificates(before);
    }
  });

  it('is not-sent if the handshake gets no answer', async () => {
    const service = await startRawService(() => {});
    const outcome = await post(`https://127.0.0.1:${service.port}`, CONNECTING_IMPATIENTLY);
    expect(outcome).toBe('not-sent tls');
  });

  it('is not-sent where the handshake is reset', async () => {
    const onConnect = (socket: net.Socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    };
    const service = await startRawService(() => {}, { onConnect });
    expect(await post(`https://127.0.0.1:${service.port}`)).toBe('not-sent tls');
  });

  it('is not-sent where the service does not speak TLS', async () => {
    const onConnect = (socket: net.Socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    };
    const service = await startRawService(() => {}, { onConnect });
    expect(await post(`https://127.0.0.1:${service.port}`)).toBe('not-sent tls');
  });

  it('is not-sent where there is no token, and nothing is connected to', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`, {
      token: tokensOf(),
    });
    expect(judge(await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon()))).toBe(
      'not-sent no-token',
    );
    expect(service.connections()).toBe(0);
  });

  it('is not-sent where sendBy passed while the connection was made', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const sendBy = '2026-01-31T09:00:10.000Z';
    for (const now of [sendBy, '2026-01-31T09:00:10.001Z', 'not a moment']) {
      const { service: client } = clientFor(`http://127.0.0.1:${service.port}`, { now: () => now });
      const reply = await client.sendWithdrawal(WITHDRAWAL_REQUEST, sendBy);
      expect(judge(reply)).toBe('not-sent past-send-by');
    }
    expect(service.connections()).toBe(3);
    expect(service.requests).toEqual([]);
  });

  it('is sent up to the last millisecond before sendBy', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const now = () => '2026-01-31T09:00:09.999Z';
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`, { now });
    const reply = await client.sendWithdrawal(WITHDRAWAL_REQUEST, '2026-01-31T09:00:10.000Z');
    expect(judge(reply)).toBe('confirmed');
  });

  it('is not-sent where it is given up before or while connecting', async () => {
    const service = await startRawService(() => {});
    const { service: client } = clientFor(`https://127.0.0.1:${service.port}`);
    const early = await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon(), AbortSignal.abort());
    expect(judge(early)).toBe('not-sent aborted-before-connect');
    const during = AbortSignal.timeout(50);
    const later = await client.sendWithdrawal(WITHDRAWAL_REQUEST, soon(), during);
    expect(judge(later)).toBe('not-sent aborted-before-connect');
  });

  it('is not-sent where the amount is none', async () => {
    const service = await startRawService(answerWith('200 OK', CONFIRMATION));
    const { service: client } = clientFor(`http://127.0.0.1:${service.port}`);
    for (const amount of ['0', '-1', '1e3', '']) {
      const reply = await client.sendWithdrawal({ ...WITHDRAWAL_REQUEST, amount }, soon());
      expect(judge(reply)).toBe('not-sent aborted-before-connect');
    }
    expect(service.connections()).toBe(0);
  });
});
