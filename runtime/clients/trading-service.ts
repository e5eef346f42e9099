import { setTimeout } from 'node:timers/promises';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ServiceLimits } from '../../adapters/http-client/limits.ts';
import { createTokenSource } from '../../adapters/secrets/token-source.ts';
import type { AnswerSettings } from '../../adapters/trading-service/answer-settings.ts';
import type { SideCasing } from '../../adapters/trading-service/side-casing.ts';
import { createTradingService } from '../../adapters/trading-service/trading-service.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import { effects } from '../effects.ts';
import { logger } from '../observability/middleware.ts';

export interface ServiceEnvironment {
  /** The secret of a tenant's token; null if it has none. */
  readonly TOKEN_SECRET_ARN: (tenant: string) => string | null;
  readonly SERVICE_BASE_URL: string;
  readonly SERVICE_QUERY_TOKEN: boolean;
  readonly SIDE_CASING: SideCasing;
  readonly ANSWER_SETTINGS: AnswerSettings;
}

/**
 * The service as each of our tenants has it: with its own token from Secrets Manager, as a function's environment
 * says. No function acts for a tenant without a token in this deployment.
 */
export function connectTradingServices(
  environment: ServiceEnvironment,
  limits: Partial<ServiceLimits> = {},
  onToken: (tenant: string, secretVersion: string) => void = () => undefined,
): (tenant: string) => TradingService {
  const connected = new Map<string, TradingService>();
  return (tenant) => {
    const secretId = environment.TOKEN_SECRET_ARN(tenant);
    if (secretId === null) throw new Error(`no token is deployed for the tenant ${tenant}`);
    const service =
      connected.get(tenant) ??
      connect(environment, secretId, limits, (version) => onToken(tenant, version));
    connected.set(tenant, service);
    return service;
  };
}

function connect(
  environment: ServiceEnvironment,
  secretId: string,
  limits: Partial<ServiceLimits>,
  onToken: (secretVersion: string) => void,
): TradingService {
  const { now } = effects;
  return createTradingService(
    {
      baseUrl: environment.SERVICE_BASE_URL,
      queryToken: environment.SERVICE_QUERY_TOKEN,
      sideCasing: environment.SIDE_CASING,
      ...environment.ANSWER_SETTINGS,
      limits,
    },
    {
      token: createTokenSource({
        client: new SecretsManagerClient({}),
        secretId,
        now,
        onRead: onToken,
      }),
      now,
      sleep: (ms) => setTimeout(ms),
      random: Math.random,
      warn: (message) => logger.warn(message),
    },
  );
}
