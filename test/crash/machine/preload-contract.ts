/** What the test tells the preload of the stack's process at its start. */
export const PRELOAD_VARIABLES = {
  /** Base address of the proxy. */
  proxy: 'CRASH_PROXY',
  clockAheadMs: 'CRASH_CLOCK_AHEAD_MS',
  /** JSON: the function, and what its event holds, whose end is the end of the process. */
  dieWhenDone: 'CRASH_DIE_WHEN_DONE',
} as const;

/** And while it runs. */
export interface PreloadMessage {
  readonly clockAheadMs: number;
}

/**
 * The endpoints that a function has, each by way of the proxy and under the function's name. The stack's
 * own endpoints check what was signed, the path included, so to them the name travels beside it.
 */
export function throughProxy(
  proxy: string,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const name = env.POWERTOOLS_SERVICE_NAME ?? 'unnamed';
  const base = `${proxy}/${name}`;
  const services = URL.parse(env.AWS_ENDPOINT_URL_LAMBDA ?? '')?.port ?? '';
  return {
    ...env,
    AWS_ENDPOINT_URL_DYNAMODB: `${base}/engine`,
    AWS_ENDPOINT_URL_LAMBDA: proxy,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: proxy,
    // Part of the user agent, which is not signed.
    AWS_SDK_UA_APP_ID: `${name}.${services}`,
    ...(env.SERVICE_BASE_URL === undefined ? {} : { SERVICE_BASE_URL: `${base}/service` }),
  };
}
