import * as z from 'zod/mini';
import {
  type HttpConfiguration,
  httpFields,
  parseConfiguration,
} from '../http-client/http-configuration.ts';
import type { HttpTarget } from '../http-client/perform-request.ts';
import { type AnswerSettings, answerSettingsFields } from './answer-settings.ts';
import { serviceAddressProblem } from './service-address.ts';
import { SIDE_CASINGS, type SideCasing } from './side-casing.ts';
import type { TradeFields } from './trade-fields.ts';

/** `baseUrl` is {base_url} or {sandbox_base_url} of the reference, without /v1; `queryToken` as in part 5.1. */
export interface ServiceConfiguration extends HttpConfiguration {
  /** How the side of a trade is written (reference, 4.3: `Sell` occurs). @default 'capitalised' */
  readonly sideCasing?: SideCasing;
  /** @default none: the usual names, and no text is harmless */
  readonly tradeFields?: TradeFields;
  readonly harmlessTexts?: readonly string[];
}

export interface CheckedConfiguration extends HttpTarget, AnswerSettings {
  readonly sideCasing: SideCasing;
}

const configurationSchema = z.object({
  ...httpFields(serviceAddressProblem),
  sideCasing: z._default(z.enum(SIDE_CASINGS), 'capitalised'),
  ...answerSettingsFields(),
});

/**
 * Checks a configuration and the environment it is to work in.
 * @throws ServiceConfigurationError naming everything that is wrong with it.
 */
export function checkConfiguration(
  configuration: ServiceConfiguration,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CheckedConfiguration {
  const { baseUrl, ...rest } = parseConfiguration(configurationSchema, configuration, environment);
  return { address: baseUrl, ...rest };
}
