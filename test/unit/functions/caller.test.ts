import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiEvent } from '../../../api/requests/api-event.ts';
import { asTheGatewaySays, bearer } from '../../http/bearer.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  // The next file in this process loads modules of its own environment, not one that refused to load.
  vi.resetModules();
});

/** The module as a function of a stage loads it. */
async function deployedWith(claim: string | undefined) {
  vi.resetModules();
  vi.stubEnv('CALLER_CLAIM', claim);
  return await import('../../../api/callers/caller.ts');
}

function withClaims(claims: Readonly<Record<string, unknown>>): ApiEvent {
  return {
    headers: { authorization: bearer(claims) },
    requestContext: { authorizer: { jwt: { claims: asTheGatewaySays(claims), scopes: [] } } },
  } as unknown as ApiEvent;
}

const UNNAMED = expect.objectContaining({
  problem: expect.objectContaining({ status: 401, code: 'not-an-access-token' }),
});

const SIGNED_IN = { auth_time: 1_767_603_600 };
const ANN = { ...SIGNED_IN, sub: 'subject-1', username: 'ann', client_id: 'console' };

describe('who asks', () => {
  it('is in the own pool whom an administrator named so', async () => {
    const { callerOf } = await deployedWith('username');
    expect(callerOf(withClaims(ANN))).toBe('ann');
  });

  it.each(['sub', undefined])(
    'is at another issuer (%s) the subject, whatever name the person chose',
    async (claim) => {
      const { callerOf, callerName } = await deployedWith(claim);
      const renamed = withClaims({ ...ANN, username: 'bo', preferred_username: 'bo' });
      expect(callerOf(renamed)).toBe(callerOf(withClaims(ANN)));
      expect(callerOf(withClaims({ ...ANN, sub: 'subject-2' }))).toBe('subject-2');
      expect(callerName(renamed)).toBe('bo');
    },
  );

  it('is never one claim in place of the other', async () => {
    const { callerOf } = await deployedWith('username');
    const nameless = withClaims({ ...SIGNED_IN, sub: 'subject-1', client_id: 'console' });
    expect(() => callerOf(nameless)).toThrow(UNNAMED);
  });

  it.each(['program:payroll', 'rule btc-cold', ' ann', 'ann '])(
    'is refused under the name %j, which means no person or another one',
    async (username) => {
      const { callerOf } = await deployedWith('username');
      expect(() => callerOf(withClaims({ ...ANN, username }))).toThrow(UNNAMED);
    },
  );

  it.each(['username', 'sub'])(
    'is a program by its client, apart from people by %s',
    async (by) => {
      const { callerOf } = await deployedWith(by);
      const program = { sub: 'payroll', client_id: 'payroll', username: 'ann' };
      expect(callerOf(withClaims(program))).toBe('program:payroll');
    },
  );

  it('is called in the log by a name of bounded length, or by none', async () => {
    const { callerName } = await deployedWith('sub');
    expect(callerName(withClaims({ sub: 's', name: 'x'.repeat(1_000) }))).toHaveLength(80);
    expect(callerName(withClaims({ sub: 's' }))).toBe('no name');
  });
});

describe('a stage that names people by a claim that they can change', () => {
  it('does not start', async () => {
    await expect(deployedWith('email')).rejects.toThrow(/CALLER_CLAIM/);
  });
});
