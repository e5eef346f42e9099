import { createHash } from 'node:crypto';
import type { TradeRequest, WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';
import type { TradeReply, WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import type {
  BalancesReading,
  PricesReading,
  Reading,
  TradingService,
} from '../../treasury/ports/trading-service.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { createHttpClient, type HttpClient } from '../http-client/http-client.ts';
import type { ReadEffects } from '../http-client/read-with-retries.ts';
import type { AnswerSettings } from './answer-settings.ts';
import { classifyTrade } from './classify-trade.ts';
import { classifyWithdrawal } from './classify-withdrawal.ts';
import { decodeBalances } from './decode-balances.ts';
import { decodePrices } from './decode-prices.ts';
import { MAX_RAW_CHARACTERS } from './limits.ts';
import { checkConfiguration, type ServiceConfiguration } from './service-configuration.ts';
import type { SideCasing } from './side-casing.ts';

export interface TradingServiceDependencies extends ReadEffects {
  /** Receives warnings for an operator, which make nothing fail. */
  readonly warn: (message: string) => void;
}

/** The port, with sending that can be given up. Given up after the connection stood, it is unclear. */
export interface AbortableTradingService extends TradingService {
  readonly sendWithdrawal: (
    request: WithdrawalRequest,
    sendBy: Instant,
    signal?: AbortSignal,
  ) => Promise<WithdrawalReply>;
  readonly sendTrade: (
    request: TradeRequest,
    sendBy: Instant,
    signal?: AbortSignal,
  ) => Promise<TradeReply>;
}

/**
 * The client of the Trading and Withdrawal Service: all four endpoints of the reference.
 * @throws ServiceConfigurationError if it cannot work as configured.
 */
export function createTradingService(
  configuration: ServiceConfiguration,
  dependencies: TradingServiceDependencies,
): AbortableTradingService {
  const checked = checkConfiguration(configuration);
  if (checked.queryToken) {
    dependencies.warn(
      'the token is sent within URLs, as configured: URLs end up in logs and traces along the way; use the bearer header wherever the service takes it',
    );
  }
  const client = createHttpClient(checked, dependencies);
  return {
    readBalances: (patience) => readBalances(client, checked, patience),
    readPrices: () => readPrices(client, checked),
    sendWithdrawal: async ({ withdrawalAccountId, amount }, sendBy, signal) => {
      const body = { withdrawalAccountId, amount };
      const path = '/v1/withdrawals';
      return classifyWithdrawal(await client.post({ path, amount, body, sendBy, signal }), checked);
    },
    sendTrade: async ({ instrument, side, price, amount }, sendBy, signal) => {
      const body = { instrument, side: sideText(side, checked.sideCasing), price, amount };
      const path = '/v1/trades';
      return classifyTrade(await client.post({ path, amount, body, sendBy, signal }), checked);
    },
  };
}

async function readBalances(
  client: HttpClient,
  { harmlessTexts }: AnswerSettings,
  patience?: 'one-attempt',
): Promise<Reading<BalancesReading>> {
  const reading = await client.read(
    '/v1/balances',
    (body, headers) => decodeBalances(body, headers, harmlessTexts),
    patience,
  );
  if (!reading.ok) return reading;
  const {
    source,
    readAt,
    decoded: { balances, beside },
    body,
  } = reading.value;
  const rawDigest = createHash('sha256').update(body).digest('hex');
  const raw = body.slice(0, MAX_RAW_CHARACTERS).toWellFormed();
  const named = beside.length === 0 ? {} : { beside };
  return { ok: true, value: { source, readAt, balances, ...named, raw, rawDigest } };
}

async function readPrices(
  client: HttpClient,
  { harmlessTexts }: AnswerSettings,
): Promise<Reading<PricesReading>> {
  const reading = await client.read('/v1/prices', (body, headers) =>
    decodePrices(body, headers, harmlessTexts),
  );
  if (!reading.ok) return reading;
  const {
    source,
    readAt,
    decoded: { prices, dropped },
  } = reading.value;
  return {
    ok: true,
    value: { source, readAt, prices, ...(dropped.length === 0 ? {} : { dropped }) },
  };
}

function sideText(side: TradeRequest['side'], casing: SideCasing): string {
  if (casing === 'lower') return side;
  const upper = side.toUpperCase();
  return casing === 'upper' ? upper : upper.slice(0, 1) + side.slice(1);
}
