import { randomUUID } from 'node:crypto';
import type { ConsoleConfiguration } from '../../runtime/console/console-configuration.ts';
import {
  CONFIGURATION_FILE,
  PAGE,
  SIGNED_OUT_PATH,
  UNCACHED,
} from '../../runtime/console/console-files.ts';
import {
  pagePolicy,
  SECURITY_HEADERS,
  SIGNED_OUT_HEADERS,
  STRICT_TRANSPORT_SECONDS,
} from '../../runtime/console/page-headers.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { type Check, notApplicable, type Part } from './check.ts';
import type { DeployedFunction } from './deployed.ts';

/** Seconds for a handful of small requests. */
const CONSOLE_LIMIT_SECONDS = 60;

/** Milliseconds for one of them, from wherever the deployer is. */
const REQUEST_TIMEOUT_MS = 10_000;

export interface ConsoleChecksOptions {
  readonly stage: string;
  readonly region: string;
  /** The function that writes the console: its variables say where that is. Null: the stage has none. */
  readonly writer: Pick<DeployedFunction, 'environment'> | null;
  readonly fetch: typeof fetch;
}

interface Asked extends ConsoleChecksOptions {
  /** Without a slash at its end. */
  readonly address: string;
  readonly bucket: string;
}

/** What a browser gets of the console, and what others do not get of its bucket. */
export function consoleChecks(options: ConsoleChecksOptions): readonly Check[] {
  const { writer } = options;
  const address = writer?.environment[VARIABLES.consoleAddress] ?? '';
  const bucket = writer?.environment[VARIABLES.consoleBucket] ?? '';
  const check = (
    name: Check['name'],
    proves: string,
    see: (asked: Asked) => Promise<readonly Part[]>,
  ): Check => ({
    name,
    proves,
    limitSeconds: CONSOLE_LIMIT_SECONDS,
    run: async () =>
      writer === null
        ? [notApplicable('console', 'the stage has no console')]
        : await see({ ...options, address, bucket }),
  });
  return [
    check('console-page', 'the page comes with its policy and the other headers', seePage),
    check('console-settings', 'the page finds its API and its issuer, which know it', seeSettings),
    check('console-bucket', 'the bucket answers its distribution alone', seeBucket),
  ];
}

async function seePage(asked: Asked): Promise<readonly Part[]> {
  const { address } = asked;
  const settings = await settingsOf(asked);
  const page = await get(asked, `${address}/t/verification`);
  const signedOut = await get(asked, `${address}${SIGNED_OUT_PATH}`);
  const forgets = Object.entries(SIGNED_OUT_HEADERS).every(
    ([name, value]) => signedOut.headers.get(name) === value,
  );
  const missing = await get(asked, `${address}/assets/${randomUUID()}.js`);
  const expected = {
    ...SECURITY_HEADERS,
    'cache-control': UNCACHED,
    'strict-transport-security': `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains`,
  };
  const wrong = Object.entries(expected).filter(
    ([name, value]) => page.headers.get(name) !== value,
  );
  return [
    part('route', page.status === 200, `a route of the console is answered with ${page.status}`),
    part('policy', hasPolicy(page, settings), policyText(page)),
    part('headers', wrong.length === 0, headersText(wrong.map(([name]) => name))),
    part('signing out', forgets, `${SIGNED_OUT_PATH} has the browser forget what it kept`),
    part('missing file', missing.status === 404, `answered with ${missing.status}`),
  ];
}

async function seeSettings(asked: Asked): Promise<readonly Part[]> {
  const { address, stage } = asked;
  const { stage: told, apiUrl, issuer } = await settingsOf(asked);
  const preflight = await asked.fetch(`${apiUrl}/v1/me`, {
    method: 'OPTIONS',
    headers: { origin: address, 'access-control-request-method': 'GET' },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const allowed = preflight.headers.get('access-control-allow-origin');
  const discovery = await get(
    asked,
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  const known = discovery.ok ? ((await discovery.json()) as { issuer?: unknown }).issuer : null;
  return [
    part('stage', told === stage, `${CONFIGURATION_FILE} names the stage ${told}`),
    part('API', allowed === address, `it lets pages of ${allowed ?? 'no origin'} call`),
    part('issuer', known === issuer, `its discovery document names ${known ?? discovery.status}`),
  ];
}

async function seeBucket(asked: Asked): Promise<readonly Part[]> {
  const { bucket, region } = asked;
  const { status } = await get(asked, `https://${bucket}.s3.${region}.amazonaws.com/${PAGE}`);
  return [
    part('page', status === 403, `a request past the distribution is answered with ${status}`),
  ];
}

async function get({ fetch }: Asked, url: string): Promise<Response> {
  return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

async function settingsOf(asked: Asked): Promise<ConsoleConfiguration> {
  const answer = await get(asked, `${asked.address}/${CONFIGURATION_FILE}`);
  if (!answer.ok) throw new Error(`${CONFIGURATION_FILE} is answered with ${answer.status}`);
  return (await answer.json()) as ConsoleConfiguration;
}

/** The policy of this API and this issuer; the issuer's endpoints may add origins to those that are called. */
function hasPolicy({ headers }: Response, { apiUrl, issuer }: ConsoleConfiguration): boolean {
  const seen = headers.get('content-security-policy') ?? '';
  const expected = pagePolicy([new URL(apiUrl).origin, new URL(issuer).origin]);
  const withoutCalls = (policy: string) => policy.replace(/connect-src [^;]*/, '');
  const calls = (policy: string) => /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  return (
    withoutCalls(seen) === withoutCalls(expected) &&
    calls(expected).every((origin) => calls(seen).includes(origin))
  );
}

function policyText({ headers }: Response): string {
  return headers.get('content-security-policy') ?? 'there is none';
}

function headersText(wrong: readonly string[]): string {
  return wrong.length === 0 ? 'all are there' : `not as they should be: ${wrong.join(', ')}`;
}

function part(of: string, isOk: boolean, detail: string): Part {
  return { of, state: isOk ? 'ok' : 'failed', detail };
}
