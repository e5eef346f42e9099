import * as z from 'zod';
import type { Check, Part } from './check.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for a handful of small requests. */
const LIMIT_SECONDS = 60;

const OK = 200;
const API = 'AWSCognitoIdentityProviderService';

/** Cognito's numbers of its two pages. */
const CLASSIC_PAGE = 1;
const MANAGED_LOGIN = 2;

/** Clients on one page: the most that Cognito lists. A stage has two of people and a few of programs. */
const CLIENTS_ON_A_PAGE = 60;

/** Clients that people sign in by: the console, and the command line. */
const PEOPLES_CLIENTS = 2;

export interface SignInOptions {
  /** The prefix of the domain that the stage's people sign in at. */
  readonly domain: string;
  readonly call: Caller;
}

const domainSchema = z.object({
  // Of a domain that is not there Cognito describes nothing.
  DomainDescription: z.object({
    UserPoolId: z.string().optional(),
    Status: z.string().default('ACTIVE'),
    ManagedLoginVersion: z.number().default(CLASSIC_PAGE),
  }),
});
const clientsSchema = z.object({ UserPoolClients: z.array(z.object({ ClientId: z.string() })) });

/** The page that people sign in at knows passkeys, and asks again where it is told to. */
export function signInCheck({ domain, call }: SignInOptions): Check {
  return {
    name: 'managed-login',
    proves: 'people sign in at the managed login, and its page opens for console and command line',
    limitSeconds: LIMIT_SECONDS,
    run: async () => {
      const input = { Domain: domain };
      const answer = await asked(call, 'DescribeUserPoolDomain', input);
      const { DomainDescription: page } = domainSchema.parse(answer);
      const { UserPoolId: pool, Status: status, ManagedLoginVersion: version } = page;
      if (pool === undefined) {
        const detail = `there is no domain ${domain}: no person can sign in`;
        return [{ of: 'page', state: 'failed', detail }];
      }
      return [judgedPage({ status, version }), judgedLooks(await looksIn(call, pool))];
    },
  };
}

export function judgedPage({
  status,
  version,
}: {
  readonly status: string;
  readonly version: number;
}): Part {
  const of = 'page';
  if (version < MANAGED_LOGIN) {
    const detail =
      'the domain has the classic page: it ignores the request to sign in again, so that approvals above a limit are refused for ever (sign-in-too-old), and knows no passkeys';
    return { of, state: 'failed', detail };
  }
  return status === 'ACTIVE'
    ? { of, state: 'ok', detail: 'the managed login' }
    : { of, state: 'failed', detail: `the domain is ${status}` };
}

export function judgedLooks(looks: number): Part {
  const of = 'looks';
  return looks >= PEOPLES_CLIENTS
    ? { of, state: 'ok', detail: `${looks} clients have one` }
    : {
        of,
        state: 'failed',
        detail: `${looks} of ${PEOPLES_CLIENTS} (console, command line): the managed login shows the other an error`,
      };
}

/** How many clients of the pool have a look. */
async function looksIn(call: Caller, UserPoolId: string): Promise<number> {
  const list = { UserPoolId, MaxResults: CLIENTS_ON_A_PAGE };
  const { UserPoolClients } = clientsSchema.parse(await asked(call, 'ListUserPoolClients', list));
  const looks = UserPoolClients.map(async ({ ClientId }) => {
    const input = { UserPoolId, ClientId };
    return (await asked(call, 'DescribeManagedLoginBrandingByClient', input)) !== null;
  });
  return (await Promise.all(looks)).filter(Boolean).length;
}

/** Cognito's answer; null for what it does not find. */
async function asked(call: Caller, operation: string, input: object): Promise<unknown> {
  const { status, text } = await call({
    ...{ service: 'cognito-idp', method: 'POST', path: '/' },
    contentType: 'application/x-amz-json-1.1',
    target: `${API}.${operation}`,
    body: JSON.stringify(input),
  });
  if (status === OK) return JSON.parse(text);
  if (/ResourceNotFoundException/.test(text)) return null;
  throw new Error(`Cognito answered with ${status}: ${text.slice(0, 500)}`);
}
