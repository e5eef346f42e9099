import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fillToken,
  goBack,
  rotateToken,
  type TokenPorts,
} from '../../../adapters/secrets/rotation/change-token.ts';
import { probeToken } from '../../../adapters/secrets/rotation/probe-token.ts';
import { createSecretVersions } from '../../../adapters/secrets/rotation/secret-versions.ts';
import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN } from '../../canary/canary.ts';
import { sandboxForEachTest } from '../../lifetimes/sandbox-for-each-test.ts';
import { startSecretStore, storeForEachTest } from './secret-store.ts';

const OLD = new ServiceToken(CANARY_TOKEN);
const NEW = new ServiceToken(NEXT_CANARY_TOKEN);
const WRONG = new ServiceToken('a-token-that-the-service-never-heard-of');

const store = storeForEachTest();
const sandbox = sandboxForEachTest({ token: CANARY_TOKEN, tokens: [NEXT_CANARY_TOKEN] });
afterEach(() => {
  const asked = new Set(
    sandbox()
      .journal()
      .map(({ method, path }) => `${method} ${path}`),
  );
  // Whatever was done, nothing but this was ever asked of the service.
  expect([...asked].filter((each) => each !== 'GET /v1/balances')).toEqual([]);
});

/** As the command has them: a client of its own for every run. */
function ports(changes: Partial<TokenPorts> = {}): TokenPorts {
  return {
    versions: createSecretVersions({ client: store().client(), secretId: store().name }),
    probe: (token) => probeToken({ baseUrl: sandbox().url }, token),
    newVersionId: randomUUID,
    ...changes,
  };
}

const unreachable = async () =>
  ({ ok: false, code: 'unreachable', reason: 'ECONNREFUSED' }) as const;

const ROTATED = { [CANARY_TOKEN]: ['AWSPREVIOUS'], [NEXT_CANARY_TOKEN]: ['AWSCURRENT'] };

describe('filling', () => {
  it('puts the first token once the service has taken it, and the same again changes nothing', async () => {
    expect(await fillToken(ports(), OLD)).toMatchObject({
      ok: true,
      result: 'filled',
      previous: null,
      currencies: expect.arrayContaining(['BTC', 'ETH']),
    });
    expect(await fillToken(ports(), OLD)).toMatchObject({ ok: true, result: 'already-current' });
    expect(store().stages()).toEqual({ [CANARY_TOKEN]: ['AWSCURRENT'] });
  });

  it('puts nothing that the service refuses or cannot be asked about', async () => {
    expect(await fillToken(ports(), WRONG)).toMatchObject({ ok: false, code: 'token-refused' });
    expect(await fillToken(ports({ probe: unreachable }), OLD)).toMatchObject({
      code: 'unreachable',
      current: null,
    });
    expect(store().versionCount()).toBe(0);
  });

  it('does not overwrite a token', async () => {
    store().put(CANARY_TOKEN);
    expect(await fillToken(ports(), NEW)).toMatchObject({ ok: false, code: 'already-filled' });
    expect(store().stages()).toEqual({ [CANARY_TOKEN]: ['AWSCURRENT'] });
  });
});

describe('rotating', () => {
  beforeEach(() => store().put(CANARY_TOKEN));

  it('makes the new token current, keeps the old one to go back to, and twice is once', async () => {
    expect(await rotateToken(ports(), NEW)).toMatchObject({ ok: true, result: 'rotated' });
    expect(store().stages()).toEqual(ROTATED);
    expect(await rotateToken(ports(), NEW)).toMatchObject({ ok: true, result: 'already-current' });
    expect(store().stages()).toEqual(ROTATED);
    expect(sandbox().journal()).toHaveLength(1);
  });

  it('leaves the current token where the service refuses the new one', async () => {
    const rotated = await rotateToken(ports(), WRONG);
    expect(rotated).toMatchObject({ ok: false, code: 'token-refused' });
    expect(JSON.stringify(rotated)).not.toContain(WRONG.reveal());
    expect(store().stages()).toMatchObject({
      [CANARY_TOKEN]: ['AWSCURRENT'],
      [WRONG.reveal()]: [],
    });
  });

  it('leaves the current token where the service cannot be asked, and goes on from there', async () => {
    const broken = await rotateToken(ports({ probe: unreachable }), NEW);
    expect(broken).toMatchObject({ ok: false, code: 'unreachable' });
    expect(store().stages()).toEqual({
      [CANARY_TOKEN]: ['AWSCURRENT'],
      [NEXT_CANARY_TOKEN]: ['AWSPENDING'],
    });
    expect(await rotateToken(ports(), NEW)).toMatchObject({ result: 'rotated' });
    expect(store().stages()).toEqual(ROTATED);
    expect(store().versionCount()).toBe(2);
  });

  it.each([
    ['the service is hidden behind a wrong address', 'http://127.0.0.1:9/v1'],
    ['the address is no address', 'nowhere'],
  ])('leaves the current token where %s', async (_name, baseUrl) => {
    const probe = (token: ServiceToken) => probeToken({ baseUrl }, token);
    expect(await rotateToken(ports({ probe }), NEW)).toMatchObject({
      code: 'service-misconfigured',
    });
    expect(store().stages()[CANARY_TOKEN]).toEqual(['AWSCURRENT']);
  });

  it('replaces a value that is no token, and a pending one that is another', async () => {
    store().put('no token at all');
    store().put('another-pending-token', ['AWSPENDING']);
    expect(await rotateToken(ports(), NEW)).toMatchObject({ result: 'rotated' });
    expect(store().stages()).toMatchObject({
      'no token at all': ['AWSPREVIOUS'],
      'another-pending-token': [],
      [NEXT_CANARY_TOKEN]: ['AWSCURRENT'],
    });
  });

  it('does not undo a rotation by another run meanwhile', async () => {
    const probe = async (token: ServiceToken) => {
      store().put('the-token-of-somebody-else');
      return await probeToken({ baseUrl: sandbox().url }, token);
    };
    const rotated = await rotateToken(ports({ probe }), NEW);
    expect(rotated).toMatchObject({ ok: false, code: 'moved-meanwhile' });
    expect(store().stages()['the-token-of-somebody-else']).toEqual(['AWSCURRENT']);
  });

  it('by two people at once ends with one token current', async () => {
    const both = await Promise.all([rotateToken(ports(), NEW), rotateToken(ports(), NEW)]);
    expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    const again = await rotateToken(ports(), NEW);
    expect(again).toMatchObject({ ok: true, result: 'already-current' });
    expect(store().current()).toEqual([NEXT_CANARY_TOKEN]);
  });

  it('of an empty secret, or of none, says what to do', async () => {
    const elsewhere = createSecretVersions({ client: store().client(), secretId: 'another' });
    expect(await rotateToken(ports({ versions: elsewhere }), NEW)).toMatchObject({
      code: 'no-secret',
      reason: expect.stringContaining('TokenSecret'),
    });
    const empty = await startSecretStore();
    const versions = createSecretVersions({ client: empty.client(), secretId: empty.name });
    expect(await rotateToken(ports({ versions }), NEW)).toMatchObject({ code: 'not-filled' });
    await empty.stop();
  });
});

/** What a whole rotation asks of Secrets Manager, in its order. */
const STEPS = [
  'ListSecretVersionIds',
  'GetSecretValue',
  'PutSecretValue',
  'GetSecretValue',
  'UpdateSecretVersionStage',
  'UpdateSecretVersionStage',
] as const;
const INTERRUPTIONS = STEPS.flatMap((step, index) =>
  (['lost-before', 'lost-after'] as const).map((loss) => [index + 1, step, loss] as const),
);

describe('a rotation', () => {
  beforeEach(() => store().put(CANARY_TOKEN));

  it('takes the steps that the interruptions below go through', async () => {
    store().disturb(() => null);
    await rotateToken(ports(), NEW);
    expect(store().operations).toEqual(STEPS);
  });

  it.each(INTERRUPTIONS)(
    'that is broken off at step %i, %s, %s, is run again',
    async (at, _, loss) => {
      // From that request on the process is as good as gone.
      store().disturb((_operation, count) =>
        count === at ? loss : count > at ? 'lost-before' : null,
      );
      await rotateToken(ports(), NEW);
      const { [CANARY_TOKEN]: before = [] } = store().stages();
      expect(before.includes('AWSCURRENT') || before.includes('AWSPREVIOUS')).toBe(true);

      store().disturb(() => null);
      expect((await rotateToken(ports(), NEW)).ok).toBe(true);
      expect(store().stages()).toEqual(ROTATED);
      expect(store().versionCount()).toBe(2);
    },
  );

  it.each(INTERRUPTIONS)('whose request %i (%s) is %s once comes through', async (at, _, loss) => {
    store().disturb((_operation, count) => (count === at ? loss : null));
    const client = store().client();
    // As the SDK does by default: a request that fails on the way is sent again.
    client.config.maxAttempts = async () => 3;
    const versions = createSecretVersions({ client, secretId: store().name });
    const rotated = await rotateToken(ports({ versions }), NEW);
    store().disturb(() => null);
    if (!rotated.ok) expect((await rotateToken(ports(), NEW)).ok).toBe(true);
    expect((await rotateToken(ports(), NEW)).ok).toBe(true);
    expect(store().stages()).toEqual(ROTATED);
    expect(store().versionCount()).toBe(2);
  });

  it('whose move is done though its answer is lost, and is sent again, counts as done', async () => {
    const versions = createSecretVersions({ client: store().client(), secretId: store().name });
    const move: typeof versions.move = async (...args) => {
      await versions.move(...args);
      return { ok: false, code: 'moved-meanwhile', reason: 'failed on its own success' };
    };
    const rotated = await rotateToken(ports({ versions: { ...versions, move } }), NEW);
    expect(rotated).toMatchObject({ ok: true, result: 'rotated' });
  });
});

describe('going back', () => {
  it('makes the token before current again, if the service still takes it; twice is once', async () => {
    store().put(CANARY_TOKEN);
    expect(await goBack(ports())).toMatchObject({ ok: false, code: 'no-previous' });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await rotateToken(ports(), NEW);
    expect(await goBack(ports())).toMatchObject({ ok: true, result: 'gone-back' });
    const gone = { [CANARY_TOKEN]: ['AWSCURRENT'], [NEXT_CANARY_TOKEN]: ['AWSPREVIOUS'] };
    expect(store().stages()).toEqual(gone);
    expect(await goBack(ports())).toMatchObject({ ok: true, result: 'already-back' });
    expect(store().stages()).toEqual(gone);
  });

  it('does not happen where the token before is revoked', async () => {
    store().put(CANARY_TOKEN);
    await rotateToken(ports(), NEW);
    sandbox().rotateToken(NEXT_CANARY_TOKEN);
    expect(await goBack(ports())).toMatchObject({ ok: false, code: 'token-refused' });
    expect(store().stages()).toEqual(ROTATED);
  });
});
