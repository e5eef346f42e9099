import * as z from 'zod/mini';
import '../../treasury/validation/in-english.ts';
import { SERVICE_LIMITS, type ServiceLimits } from '../http-client/limits.ts';
import type { ServiceAddress } from '../http-client/open-connection.ts';
import type { HttpTarget } from '../http-client/perform-request.ts';
import { serviceAddressProblem } from './service-address.ts';

/** Thrown where the client cannot work as configured. The message is for the person who did it. */
export class ServiceConfigurationError extends Error {
  override readonly name = 'ServiceConfigurationError';
}

export interface ServiceConfiguration {
  /** {base_url} or {sandbox_base_url} of the reference: without /v1, https unless on this machine. */
  readonly baseUrl: string;
  /** Sends the token as the query parameter `token` (reference, 5.1). @default false */
  readonly queryToken?: boolean;
  /** How the side of a trade is written (reference, 4.3: `Sell` occurs). @default 'capitalised' */
  readonly sideCasing?: SideCasing;
  readonly limits?: Partial<ServiceLimits>;
}

const SIDE_CASINGS = ['capitalised', 'lower', 'upper'] as const;
export type SideCasing = (typeof SIDE_CASINGS)[number];

export interface CheckedConfiguration extends HttpTarget {
  readonly sideCasing: SideCasing;
}

const limit = z.int().check(z.positive());
const configurationSchema = z.object({
  baseUrl: z.pipe(z.string(), z.transform(toAddress)),
  queryToken: z._default(z.boolean(), false),
  sideCasing: z._default(z.enum(SIDE_CASINGS), 'capitalised'),
  limits: z._default(
    z.partial(
      z.strictObject({
        connectTimeoutMs: limit,
        headersTimeoutMs: limit,
        readTimeoutMs: limit,
        writeTimeoutMs: limit,
        maxAnswerBytes: limit,
        maxReadAttempts: limit,
        readBudgetMs: limit,
      }),
    ),
    {},
  ),
});

/**
 * Checks a configuration and the environment it is to work in.
 * @throws ServiceConfigurationError naming everything that is wrong with it.
 */
export function checkConfiguration(
  configuration: ServiceConfiguration,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CheckedConfiguration {
  // Sluice verifies certificates whatever this says; that somebody tried is reason enough to stop.
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ServiceConfigurationError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: Sluice does not talk to the service where certificates are not verified; unset it (a private authority is added with NODE_EXTRA_CA_CERTS)',
    );
  }
  const parsed = configurationSchema.safeParse(configuration);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new ServiceConfigurationError(`the service is not configured: ${issues.join('; ')}`);
  }
  const { baseUrl: address, queryToken, sideCasing, limits } = parsed.data;
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return {
    address,
    queryToken,
    sideCasing,
    limits: { ...SERVICE_LIMITS, ...Object.fromEntries(given) },
  };
}

/** Nothing of the URL is repeated in an error: what is wrong with it may be a token within. */
function toAddress(text: string, context: z.core.ParsePayload): ServiceAddress {
  const url = URL.parse(text);
  const problem = serviceAddressProblem(text);
  if (url === null || problem !== null) {
    context.issues.push({ code: 'custom', message: `the base URL ${problem}`, input: undefined });
    return z.NEVER;
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    host: hostOf(url),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    authority: url.host,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
  };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}
