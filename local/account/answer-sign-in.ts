import * as z from 'zod';
import type { AccountAnswer, AccountRequest } from './account-request.ts';
import type { LocalAccount } from './local-account.ts';

const input = z.object({
  Domain: z.string().default(''),
  UserPoolId: z.string().default(''),
  ClientId: z.string().default(''),
});

/** Cognito's DescribeUserPoolDomain, ListUserPoolClients and DescribeManagedLoginBrandingByClient. */
export function answerSignIn(
  { signInPages }: LocalAccount,
  operation: string,
  { body }: AccountRequest,
): AccountAnswer {
  const { Domain, UserPoolId, ClientId } = input.parse(JSON.parse(body));
  if (operation === 'DescribeUserPoolDomain') {
    const page = signInPages.get(Domain);
    // Cognito's answer for a domain that is not there.
    if (page === undefined) return { DomainDescription: {} };
    const { domain, userPoolId, version } = page;
    const description = { Domain: domain, UserPoolId: userPoolId, Status: 'ACTIVE' };
    return { DomainDescription: { ...description, ManagedLoginVersion: version } };
  }
  const page = [...signInPages.values()].find(({ userPoolId }) => userPoolId === UserPoolId);
  if (page === undefined) return null;
  if (operation === 'ListUserPoolClients') {
    const UserPoolClients = page.clients.map((id) => ({ ClientId: id, ClientName: id }));
    return { UserPoolClients };
  }
  if (operation !== 'DescribeManagedLoginBrandingByClient') return null;
  return page.clientsWithLook.includes(ClientId)
    ? { ManagedLoginBranding: { UserPoolId } }
    : 'ResourceNotFoundException';
}
