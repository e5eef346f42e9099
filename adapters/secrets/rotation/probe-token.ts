import { sayReadFailed } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type { ReadFailureCode } from '../../../treasury/ports/trading-service.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { ServiceConfigurationError } from '../../http-client/http-configuration.ts';
import type { ServiceConfiguration } from '../../trading-service/service-configuration.ts';
import { createTradingService } from '../../trading-service/trading-service.ts';
import type { ServiceToken } from '../service-token.ts';

/** The service's verdict on a token. Amounts are no part of it: only whose balances these may be. */
export type Probe =
  | { readonly ok: true; readonly currencies: readonly string[] }
  | {
      readonly ok: false;
      readonly code: ReadFailureCode | 'service-misconfigured';
      readonly reason: string;
    };

/**
 * Shows a token to the service with GET /v1/balances, and with nothing else: of the four endpoints it is the one that
 * proves whose token it is and moves nothing (reference, 4.4). Repeated as reads are.
 */
export async function probeToken(
  configuration: Pick<ServiceConfiguration, 'baseUrl' | 'queryToken'>,
  token: ServiceToken,
): Promise<Probe> {
  const held = async () => ({ ok: true, token }) as const;
  let service: ReturnType<typeof createTradingService>;
  try {
    service = createTradingService(configuration, {
      token: { current: held, refresh: held },
      now: () => instantOf(Date.now()),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
      warn: () => undefined,
    });
  } catch (error) {
    if (!(error instanceof ServiceConfigurationError)) throw error;
    return { ok: false, code: 'service-misconfigured', reason: error.message };
  }
  const reading = await service.readBalances();
  if (!reading.ok) {
    const { code, failed } = reading;
    return { ok: false, code, reason: sayReadFailed(failed) };
  }
  return { ok: true, currencies: Object.keys(reading.value.balances).sort() };
}
