import { setTimeout } from 'node:timers/promises';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createTokenSource } from '../../adapters/secrets/token-source.ts';
import type { ServiceLimits } from '../../adapters/trading-service/limits.ts';
import { createTradingService } from '../../adapters/trading-service/trading-service.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import { logger } from '../observability/observed.ts';
import { surroundings } from './surroundings.ts';

export interface ServiceEnvironment {
  readonly TOKEN_SECRET_ARN: string;
  readonly SERVICE_BASE_URL: string;
  readonly SERVICE_QUERY_TOKEN: boolean;
  readonly SIDE_CASING: 'capitalised' | 'lower' | 'upper';
}

/** The service's client, with the token from Secrets Manager, as a function's environment says. */
export function connectTradingService(
  environment: ServiceEnvironment,
  limits: Partial<ServiceLimits> = {},
): TradingService {
  const { now } = surroundings;
  return createTradingService(
    {
      baseUrl: environment.SERVICE_BASE_URL,
      queryToken: environment.SERVICE_QUERY_TOKEN,
      sideCasing: environment.SIDE_CASING,
      limits,
    },
    {
      token: createTokenSource({
        client: new SecretsManagerClient({}),
        secretId: environment.TOKEN_SECRET_ARN,
        now,
      }),
      now,
      sleep: (ms) => setTimeout(ms),
      random: Math.random,
      warn: (message) => logger.warn(message),
    },
  );
}
