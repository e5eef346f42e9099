import { afterEach, describe, expect, it } from 'vitest';
import { MIN_FORCED_REFRESH_INTERVAL_MS } from '../../../adapters/secrets/cached-reading.ts';
import {
  createTokenSource,
  MAX_TOKEN_AGE_MS,
  type TokenReading,
} from '../../../adapters/secrets/token-source.ts';
import { sayUnanswered } from '../../../treasury/facts/sentences/say/say-unanswered.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, NEXT_CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';
import { type SecretAnswer, startSecretsEndpoint } from './secrets-endpoint.ts';

const FIRST = CANARY_TOKEN;
const SECOND = NEXT_CANARY_TOKEN;

const endpoints: { readonly stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map(({ stop }) => stop()));
});

async function setUp(answer: SecretAnswer = { secret: FIRST }) {
  const endpoint = await startSecretsEndpoint(answer);
  endpoints.push(endpoint);
  let nowMs = Date.parse('2026-01-31T09:00:00.000Z');
  const source = createTokenSource({
    client: endpoint.client,
    secretId: 'sluice/token',
    now: () => instantOf(nowMs),
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { endpoint, source, pass };
}

function revealed(reading: TokenReading): string {
  return reading.ok ? reading.token.reveal() : sayUnanswered(reading.why);
}

describe('the token source', () => {
  it('asks Secrets Manager for the current version of the secret', async () => {
    const { endpoint, source } = await setUp();
    expect(revealed(await source.current())).toBe(FIRST);
    expect(endpoint.reads).toEqual([
      {
        target: 'secretsmanager.GetSecretValue',
        body: { SecretId: 'sluice/token', VersionStage: 'AWSCURRENT' },
      },
    ]);
  });

  it('keeps a token for its bounded age and not longer', async () => {
    const { endpoint, source, pass } = await setUp();
    await source.current();
    endpoint.answerWith({ secret: SECOND });
    pass(MAX_TOKEN_AGE_MS - 1);
    expect(revealed(await source.current())).toBe(FIRST);
    pass(1);
    expect(revealed(await source.current())).toBe(SECOND);
    expect(endpoint.reads).toHaveLength(2);
  });

  it('reads again where the clock was set back', async () => {
    const { endpoint, source, pass } = await setUp();
    await source.current();
    pass(-60_000);
    await source.current();
    expect(endpoint.reads).toHaveLength(2);
  });

  it('reads once however many ask at once', async () => {
    const { endpoint, source } = await setUp();
    const readings = await Promise.all([
      source.current(),
      source.current(),
      source.refresh(),
      source.current(),
    ]);
    expect(readings.map(revealed)).toEqual([FIRST, FIRST, FIRST, FIRST]);
    expect(endpoint.reads).toHaveLength(1);
  });

  it('refreshes when told to, but not again and again', async () => {
    const { endpoint, source, pass } = await setUp();
    await source.current();
    endpoint.answerWith({ secret: SECOND });
    expect(revealed(await source.refresh())).toBe(SECOND);
    endpoint.answerWith({ secret: 'third-canary-token' });
    expect(revealed(await source.refresh())).toBe(SECOND);
    expect(endpoint.reads).toHaveLength(2);
    pass(MIN_FORCED_REFRESH_INTERVAL_MS);
    expect(revealed(await source.refresh())).toBe('third-canary-token');
  });

  it('says how to fill a secret that holds nothing yet', async () => {
    const { source } = await setUp({ error: 'ResourceNotFoundException' });
    const reading = await source.current();
    expect(reading).toMatchObject({ ok: false, code: 'no-token' });
    expect(revealed(reading)).toMatch(
      /holds nothing yet.*npm run sluice -- token fill --secret sluice\/token/,
    );
  });

  it('recovers as soon as the secret is filled', async () => {
    const { endpoint, source } = await setUp({ error: 'ResourceNotFoundException' });
    await source.current();
    endpoint.answerWith({ secret: JSON.stringify({ token: SECOND }) });
    expect(revealed(await source.current())).toBe(SECOND);
  });

  it.each([
    ['access is denied', { error: 'AccessDeniedException' }, /cannot be read: AccessDenied/],
    ['the endpoint fails', { error: 'InternalServiceError', status: 500 }, /cannot be read/],
    [
      'the secret is not a token',
      { secret: JSON.stringify({ password: FIRST }) },
      /holds no token/,
    ],
  ])('has no token where %s, and repeats nothing of it', async (_name, answer, reason) => {
    const { source } = await setUp(answer);
    const reading = await source.current();
    expect(reading.ok).toBe(false);
    expect(revealed(reading)).toMatch(reason);
    expect(revealed(reading)).not.toMatch(/as the provider puts it/);
    expect(tracesOfToken(revealed(reading))).toEqual([]);
  });

  it('has no token where Secrets Manager cannot be reached', async () => {
    const { endpoint, source } = await setUp();
    await endpoint.stop();
    expect(await source.current()).toMatchObject({ ok: false, code: 'no-token' });
  });
});
