import { probeToken } from '../../adapters/secrets/rotation/probe-token.ts';
import { ServiceToken } from '../../adapters/secrets/service-token.ts';
import { type RunningSandbox, SandboxStartError, startSandbox } from '../../sandbox/index.ts';
import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import type { StackOptions } from '../options.ts';
import { LocalStackError } from '../stack-error.ts';
import { readTokenFile } from './token-file.ts';

/** The Trading and Withdrawal Service that this stack talks to. */
export interface Service {
  readonly url: string;
  readonly token: ServiceToken;
  /** Null for a service of the person's own. */
  readonly sandbox: RunningSandbox | null;
  readonly close: () => Promise<void>;
}

/** The service that the data of a stack belong to, as its folder records it. */
export function serviceName({ upstream }: Pick<StackOptions, 'upstream'>): string {
  return upstream === null ? 'the built-in sandbox' : addressOf(upstream);
}

/** One spelling of each address: its own host in small letters, and no slash at its end. */
function addressOf(upstream: string): string {
  return (URL.parse(upstream)?.href ?? upstream).replace(/\/+$/, '');
}

/**
 * Makes sure that a service of the person's own answers and takes the token; null where there is none.
 * @throws LocalStackError where it does not.
 */
export async function reachUpstream({
  upstream,
  tokenFile,
}: Pick<StackOptions, 'upstream' | 'tokenFile'>): Promise<Service | null> {
  if (upstream === null || tokenFile === null) return null;
  const token = readTokenFile(tokenFile);
  const url = addressOf(upstream);
  await probe(url, token);
  return { url, token, sandbox: null, close: async () => undefined };
}

/** @throws LocalStackError where it does not start. */
export async function openSandbox(
  options: StackOptions,
  dataFile: string | null,
  accepts: (currency: string) => Promise<boolean>,
): Promise<Service> {
  const { sandboxPort, tokenFile, activity } = options;
  const given = tokenFile === null ? null : readTokenFile(tokenFile);
  try {
    const sandbox = await startSandbox({
      port: sandboxPort,
      activity: activity && { accepts },
      ...(given !== null && { token: given.reveal() }),
      ...(dataFile !== null && { dataFile }),
    });
    const { url } = sandbox;
    return { url, token: new ServiceToken(sandbox.token), sandbox, close: sandbox.close };
  } catch (cause) {
    if (!(cause instanceof SandboxStartError)) throw cause;
    throw new LocalStackError(`the sandbox service did not start: ${cause.message}`, { cause });
  }
}

/** Failures of a read that may be over at the next start. */
const MAY_PASS: ReadonlySet<string> = new Set<ReadFailureCode>([
  'unreachable',
  'timeout',
  'rate-limited',
  'service-error',
]);

/** One read of the balances: it proves the address and the token. */
async function probe(baseUrl: string, token: ServiceToken): Promise<void> {
  const probed = await probeToken({ baseUrl }, token);
  if (probed.ok) return;
  const { code, reason } = probed;
  if (code === 'service-misconfigured') throw new LocalStackError(`--upstream: ${reason}`);
  throw new LocalStackError(`the service at ${baseUrl} gives no balances (${code}): ${reason}`, {
    exit: MAY_PASS.has(code) ? 'unreachable' : 'failed',
  });
}
