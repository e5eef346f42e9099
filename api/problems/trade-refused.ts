import { sayRefusal } from '../../treasury/facts/sentences/say/say-check.ts';
import type { TradeRefusal } from '../../treasury/trades/trade-refusal.ts';
import { type Problem, problem } from './problem.ts';

/** Why a trade is refused: what its request answers with, and what a check says of it. */
export function tradeRefused({ code, why, numbers, retryAfterSeconds }: TradeRefusal): Problem {
  return problem(code, {
    detail: sayRefusal(why),
    ...(numbers === undefined ? {} : { members: { numbers } }),
    retryAfterSeconds,
  });
}
