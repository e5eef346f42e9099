import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { newSecret } from '../../../adapters/seals/secret-cipher.ts';
import { createPoster, type PosterOptions } from '../../../adapters/webhooks/post-event.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { watchFor } from '../../canary/canary.ts';
import {
  answering,
  type Behave,
  CERTIFICATE,
  NAME,
  type Receiver,
  startReceiver,
  taking,
} from './receiver.ts';

const [SECRET, OTHER] = [newSecret(), newSecret()];
for (const secret of [SECRET, OTHER]) watchFor(secret);
const EVENT = JSON.stringify({ id: 'main/rule/btc/1', data: { label: 'Zürich' } });
const LOCAL = [{ address: '127.0.0.1', family: 4 }];

const open: Receiver[] = [];
const receiver = async (...asked: Parameters<typeof startReceiver>) => {
  const started = await startReceiver(...asked);
  open.push(started);
  return started;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

const posting = (change: object = {}) => ({
  url: `https://${NAME}/hooks?key=1`,
  eventId: 'main/rule/btc/1',
  event: EVENT,
  secrets: [SECRET],
  at: instantOf(Date.now()),
  ...change,
});

/** To a receiver on this machine, which is taken for public. */
const posted = async (
  { port }: Pick<Receiver, 'port'>,
  options: PosterOptions = {},
  change: object = {},
) => {
  const post = createPoster({
    port,
    ca: CERTIFICATE.cert,
    resolve: async () => LOCAL,
    isPermitted: () => true,
    ...options,
  });
  return await post(posting(change));
};
const failureFrom = async (behave: Behave, options: PosterOptions = {}) =>
  (await posted(await receiver(behave), options)).attempt.failure;

describe('an event that is posted', () => {
  it("is what the specification's own library takes, to the byte", async () => {
    const erp = await receiver();
    expect((await posted(erp)).attempt).toMatchObject({ failure: null, answer: 204, body: '' });
    const [got] = erp.received;
    if (got === undefined) throw new Error('nothing came');
    expect(got.headers).toMatchObject({
      host: NAME,
      'webhook-id': 'main/rule/btc/1',
      'content-type': 'application/cloudevents+json; charset=utf-8',
    });
    expect([got.path, got.servername]).toEqual(['/hooks?key=1', NAME]);
    expect(new Webhook(SECRET).verify(got.body, got.headers)).toEqual(JSON.parse(EVENT));
    const altered = got.body.replace('Zürich', 'Zug');
    expect(() => new Webhook(SECRET).verify(altered, got.headers)).toThrow(
      WebhookVerificationError,
    );
    expect(() => new Webhook(OTHER).verify(got.body, got.headers)).toThrow(
      WebhookVerificationError,
    );
  });

  it('is signed by both secrets while one takes the place of the other', async () => {
    const erp = await receiver();
    await posted(erp, {}, { secrets: [OTHER, SECRET] });
    const [got] = erp.received;
    for (const secret of [SECRET, OTHER]) {
      expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toBeDefined();
    }
  });

  it.each([-360, 360])(
    'is refused by a receiver whose clock is %i s off, and not by others',
    async (seconds) => {
      const erp = await receiver();
      const at = instantOf(Date.now() + seconds * 1_000);
      await posted(erp, {}, { at });
      await posted(erp, {}, { at: instantOf(Date.now() + (seconds / 2) * 1_000) });
      const [far, near] = erp.received;
      const verify = (got: typeof far) =>
        new Webhook(SECRET).verify(got?.body ?? '', got?.headers ?? {});
      expect(() => verify(far)).toThrow(/timestamp too/);
      expect(verify(near)).toBeDefined();
    },
  );

  it('cannot be replayed later: the time is part of what is signed', async () => {
    const erp = await receiver();
    await posted(erp, {}, { at: instantOf(Date.now() - 3_600_000) });
    const [got] = erp.received;
    const fresh = { ...got?.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    expect(() => new Webhook(SECRET).verify(got?.body ?? '', fresh)).toThrow(/No matching/);
  });

  it('has an id that a header can hold, whatever the id is', async () => {
    const erp = await receiver();
    await posted(erp, {}, { eventId: 'main/denials/GET /v1/x é\n' });
    expect(erp.received[0]?.headers['webhook-id']).toBe('main/denials/GET%20/v1/x%20%C3%A9%0A');
  });
});

describe('a receiver', () => {
  it.each([200, 201, 202, 204, 299])('takes it by %i', async (status) => {
    expect(await failureFrom(answering(status))).toBeNull();
  });

  it.each([400, 401, 404, 409, 422, 429, 500, 502, 503])('does not by %i', async (status) => {
    expect(await failureFrom(answering(status))).toBe('answer');
  });

  it('that is gone says so', async () => {
    expect(await failureFrom(answering(410))).toBe('gone');
  });

  it.each([301, 302, 303, 307, 308])('that redirects by %i is not followed', async (status) => {
    const other = await receiver(taking, { tls: false });
    const location = `http://127.0.0.1:${other.port}/latest/meta-data/`;
    expect(await failureFrom(answering(status, '', { location }))).toBe('redirect');
    expect(other.received).toEqual([]);
  });

  it('that says nothing has its time, and no more', async () => {
    const before = performance.now();
    expect(await failureFrom(() => undefined, { timeoutMs: 100 })).toBe('timeout');
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('that drips a body took the event, and a kilobyte of what it says is kept', async () => {
    const erp = await receiver((response) => {
      response.writeHead(200).write('a'.repeat(900));
      const drip = setInterval(() => response.write('b'.repeat(100)), 5);
      response.on('close', () => clearInterval(drip));
    });
    const { attempt } = await posted(erp);
    expect([attempt.failure, attempt.body.length]).toEqual([null, 1_024]);
  });

  it.each([
    ['its first line', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['its head', `HTTP/1.1 200 OK\r\na: ${'x'.repeat(1_000)}`],
    ['promises of an answer', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
  ])('that drips %s a byte at a time has no more time than any other', async (_what, text) => {
    const drips =
      (bytes: string): Behave =>
      (response) => {
        const { socket } = response;
        let at = 0;
        const drip = setInterval(() => socket?.write(bytes[at++] ?? ' '), 10);
        socket?.on('close', () => clearInterval(drip));
      };
    const before = performance.now();
    expect(await failureFrom(drips(text), { timeoutMs: 120 })).toBe('timeout');
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('that floods is cut off, also in its head', async () => {
    const flood = await receiver(answering(500, 'x'.repeat(10_000_000)));
    expect((await posted(flood)).attempt.body).toHaveLength(1_024);
    expect(await failureFrom(answering(200, '', { a: 'x'.repeat(9_000) }))).toBe('interrupted');
  });

  it('that breaks off was perhaps reached', async () => {
    expect(await failureFrom((response) => void response.socket?.destroy())).toBe('interrupted');
  });

  it('without a certificate for its name is not told', async () => {
    const erp = await receiver();
    const { attempt } = await posted(erp, {}, { url: 'https://other.example/' });
    expect([attempt.failure, erp.received]).toEqual(['certificate', []]);
  });

  it('that nothing listens at is not reached', async () => {
    const erp = await receiver();
    await erp.stop();
    open.splice(0);
    expect((await posted(erp)).attempt.failure).toBe('not-reached');
  });

  it.each([
    ['120', 120],
    ['999999', 86_400],
    ['-1', undefined],
    ['soon', undefined],
  ])('that asks to be left alone for %s is', async (retryAfter, seconds) => {
    const erp = await receiver(answering(429, '', { 'retry-after': retryAfter }));
    expect((await posted(erp)).notBeforeSeconds).toBe(seconds);
  });
});

describe('an address that is not public', () => {
  const PRIVATE = [
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:a00:1::1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:c0a8:0101',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:a9fe:a9fe::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2001:0:a9fe:a9fe::',
    'not-an-address',
  ];
  it.each(PRIVATE)('is never connected to: %s', async (address) => {
    const post = createPoster({ resolve: async () => [{ address, family: 4 }], timeoutMs: 500 });
    expect((await post(posting())).attempt.failure).toBe('address-refused');
  });

  it('spoils a name that has public ones beside it', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const post = createPoster({ resolve, timeoutMs: 500 });
    expect((await post(posting())).attempt.failure).toBe('address-refused');
  });

  it('cannot be had by a name that changes between the check and the connection', async () => {
    const [checked, inside] = await Promise.all([receiver(), receiver()]);
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]];
    const resolve = async () => answers.shift() ?? [];
    const isPermitted = (address: string) => address === '127.0.0.1';
    const { attempt } = await posted(checked, { resolve, isPermitted });
    expect([attempt.failure, checked.received.length, inside.received.length]).toEqual([
      null,
      1,
      0,
    ]);
    // One question for each attempt: what the name stands for later is judged at the next.
    expect(answers).toHaveLength(1);
    const again = await posted(checked, { resolve, isPermitted });
    expect(again.attempt.failure).toBe('address-refused');
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://erp.example:8443/',
    'https://user:pass@erp.example/',
    'http://erp.example/',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'nothing',
  ])('of the form %s is refused where it stands in the table', async (url) => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '93.184.216.34', family: 4 }];
    };
    const post = createPoster({ resolve, timeoutMs: 500 });
    expect((await post(posting({ url }))).attempt.failure).toBe('address-refused');
    expect(asked).toBe(0);
  });

  it('on this machine is sent to where a setting permits it, and there alone', async () => {
    const near = await receiver(taking, { tls: false });
    const url = `http://127.0.0.1:${near.port}/`;
    const permitting = createPoster({ loopback: true });
    expect((await permitting(posting({ url }))).attempt.failure).toBeNull();
    expect((await createPoster()(posting({ url }))).attempt.failure).toBe('address-refused');
    const inside = createPoster({
      loopback: true,
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    });
    for (const each of [`https://${NAME}/`, 'http://localhost:1/']) {
      expect((await inside(posting({ url: each }))).attempt.failure).toBe('address-refused');
    }
  });

  it('of a name that no resolver knows, or that takes too long, is none', async () => {
    const unknown = createPoster({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) });
    expect((await unknown(posting())).attempt.failure).toBe('name-not-resolved');
    const slow = createPoster({ resolve: () => new Promise(() => undefined), timeoutMs: 50 });
    expect((await slow(posting())).attempt.failure).toBe('timeout');
  });
});
