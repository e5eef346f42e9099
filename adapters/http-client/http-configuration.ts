import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { SERVICE_LIMITS, type ServiceLimits } from './limits.ts';
import type { ServiceAddress } from './open-connection.ts';

/** Thrown if a client cannot work as configured. The message is for the person who configured it. */
export class ServiceConfigurationError extends Error {
  override readonly name = 'ServiceConfigurationError';
}

/** The configuration of every client of a service over HTTP. */
export interface HttpConfiguration {
  /** Without the service's own paths; https unless on this machine. */
  readonly baseUrl: string;
  /** Sends the token as the query parameter `token`. @default false */
  readonly queryToken?: boolean;
  readonly limits?: Partial<ServiceLimits>;
}

const limit = z.int().check(z.positive());
const givenLimits = z._default(
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
);

/** The fields of `HttpConfiguration`. `problemOf`: what is wrong with an address for this service, or null. */
export function httpFields(problemOf: (baseUrl: string) => string | null) {
  return {
    baseUrl: z.pipe(
      z.string(),
      z.transform((text, context) => toAddress(text, problemOf(text), context)),
    ),
    queryToken: z._default(z.boolean(), false),
    limits: z.pipe(givenLimits, z.transform(withDefaults)),
  };
}

/**
 * Checks a configuration and the environment it is to work in.
 * @throws ServiceConfigurationError naming everything that is wrong with it.
 */
export function parseConfiguration<Schema extends z.ZodMiniType>(
  schema: Schema,
  configuration: HttpConfiguration,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  // Sluice verifies certificates whatever this says; the attempt alone is reason enough to stop.
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ServiceConfigurationError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: Sluice does not talk to the service where certificates are not verified; unset it (a private authority is added with NODE_EXTRA_CA_CERTS)',
    );
  }
  const parsed = schema.safeParse(configuration);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ServiceConfigurationError(`the service is not configured: ${issues.join('; ')}`);
}

function withDefaults(limits: z.output<typeof givenLimits>): ServiceLimits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...SERVICE_LIMITS, ...Object.fromEntries(given) };
}

/** An error repeats nothing of the URL: its fault may be a token within. */
function toAddress(
  text: string,
  problem: string | null,
  context: z.core.ParsePayload,
): ServiceAddress {
  const url = URL.parse(text);
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
