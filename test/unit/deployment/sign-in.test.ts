import { describe, expect, it } from 'vitest';
import { signInCheck } from '../../../bin/deployment/sign-in-check.ts';
import type { Call } from '../../../bin/deployment/signed-call.ts';

const POOL = 'eu-central-1_pool';

/** Cognito, with a domain and the clients that have a look. */
function cognito(description: object, looks: readonly string[] = ['console', 'command-line']) {
  return async ({ target, body }: Call) => {
    const answered = (answer: object, status = 200) => ({ status, text: JSON.stringify(answer) });
    const operation = target?.split('.').at(-1);
    if (operation === 'DescribeUserPoolDomain') return answered({ DomainDescription: description });
    if (operation === 'ListUserPoolClients') {
      const UserPoolClients = ['console', 'command-line', 'machine'].map((ClientId) => ({
        ClientId,
      }));
      return answered({ UserPoolClients });
    }
    const { ClientId } = JSON.parse(body ?? '');
    return looks.includes(ClientId)
      ? answered({ ManagedLoginBranding: {} })
      : answered({ __type: 'ResourceNotFoundException' }, 400);
  };
}

async function verdict(call: ReturnType<typeof cognito>) {
  const parts = await signInCheck({ domain: 'sluice-prod', call }).run(() => undefined);
  return parts.map(({ of, state }) => [of, state]);
}

const MANAGED = { UserPoolId: POOL, Status: 'ACTIVE', ManagedLoginVersion: 2 };

describe('the page that people sign in at', () => {
  it('is the managed login, and both clients of people have a look', async () => {
    expect(await verdict(cognito(MANAGED))).toEqual([
      ['page', 'ok'],
      ['looks', 'ok'],
    ]);
  });

  it.each([
    ['the classic one', { ...MANAGED, ManagedLoginVersion: 1 }],
    ['the classic one, which Cognito does not name', { UserPoolId: POOL, Status: 'ACTIVE' }],
    ['still being made', { ...MANAGED, Status: 'CREATING' }],
  ])('has failed where it is %s', async (_what, description) => {
    expect((await verdict(cognito(description)))[0]).toEqual(['page', 'failed']);
  });

  it('has failed where a client has no look, or the domain is not there', async () => {
    expect(await verdict(cognito(MANAGED, ['console']))).toEqual([
      ['page', 'ok'],
      ['looks', 'failed'],
    ]);
    expect(await verdict(cognito({}))).toEqual([['page', 'failed']]);
  });

  it('is not judged where Cognito refuses the question: the refusal is said', async () => {
    const refused = async () => ({ status: 400, text: 'AccessDeniedException: no' });
    await expect(verdict(refused)).rejects.toThrow('Cognito answered with 400: AccessDenied');
  });
});
