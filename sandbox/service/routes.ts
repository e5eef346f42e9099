import { type Answer, problem } from './answer.ts';
import { answerBalances } from './balances.ts';
import { answerPrices } from './prices.ts';
import type { Endpoint, Step } from './service.ts';
import { answerTrade } from './trades.ts';
import { answerWithdrawal } from './withdrawals.ts';

/** The whole of the reference's part 4: four paths, one method each. */
export const ROUTES = {
  '/v1/prices': { method: 'GET', endpoint: answerPrices },
  '/v1/balances': { method: 'GET', endpoint: answerBalances },
  '/v1/trades': { method: 'POST', endpoint: answerTrade },
  '/v1/withdrawals': { method: 'POST', endpoint: answerWithdrawal },
} as const satisfies Readonly<
  Record<string, { readonly method: 'GET' | 'POST'; readonly endpoint: Endpoint }>
>;
export type RoutePath = keyof typeof ROUTES;

export function isRoutePath(path: string): path is RoutePath {
  return Object.hasOwn(ROUTES, path);
}

/** Finds what serves a request, or the 404 or 405 that answers it. */
export function routeTo(method: string, path: string): Step<RoutePath> {
  if (!isRoutePath(path)) return refusal(problem('unknown-path', `no ${path} in this service`));
  const allowed = ROUTES[path].method;
  if (method !== allowed) {
    return refusal(problem('method-not-allowed', `use ${allowed}`, { allow: allowed }));
  }
  return { ok: true, value: path };
}

function refusal(answer: Answer): Step<never> {
  return { ok: false, answer };
}
