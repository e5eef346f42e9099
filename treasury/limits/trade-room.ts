import { knownAmount, leftOf } from '../counters/counts.ts';
import type { CountsRead } from '../counters/shared-counts.ts';
import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Instant } from '../time/instant.ts';
import { tradedWithin } from './trade-usage.ts';

/** What one rolling limit of trades leaves; in the reporting currency. */
export interface TradeRoom {
  readonly scope: 'total' | 'person';
  readonly cap: string;
  /** Null if it is not known: recent trades are counted in another currency, or there are too many traders, or none can be read. */
  readonly traded: Decimal | null;
  /** Never less than zero; zero if it is not known. */
  readonly left: Decimal;
}

/** The rolling limits of trades for one who trades, as the guards of a claim judge them. Empty: there are none. */
export function tradeRooms(
  usage: CountsRead,
  { trades, reportingCurrency }: Pick<Controls, 'trades' | 'reportingCurrency'>,
  by: string,
  now: Instant,
): readonly TradeRoom[] {
  const found = tradedWithin(usage, by, reportingCurrency, now);
  return (['total', 'person'] as const).flatMap((scope) => {
    const cap = trades.per24Hours?.[scope];
    const traded = knownAmount(found[scope]);
    return cap === undefined ? [] : [{ scope, cap, traded, left: leftOf(decimalOf(cap), traded) }];
  });
}
