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

/** The endpoints that a function has, each by way of the proxy and under the function's name. */
export function throughProxy(
  proxy: string,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const base = `${proxy}/${env.POWERTOOLS_SERVICE_NAME ?? 'unnamed'}`;
  const services = URL.parse(env.AWS_ENDPOINT_URL_LAMBDA ?? '')?.port ?? '';
  return {
    ...env,
    AWS_ENDPOINT_URL_DYNAMODB: `${base}/engine`,
    AWS_ENDPOINT_URL_LAMBDA: `${base}/services-${services}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `${base}/services-${services}`,
    ...(env.SERVICE_BASE_URL === undefined ? {} : { SERVICE_BASE_URL: `${base}/service` }),
  };
}
