import { HOURS, sumWithin } from '../instructions/buckets.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Instant } from '../time/instant.ts';
import { hasRoomFor, type TradeUsage, tradedWithin, usageIn } from './trade-usage.ts';

/** What one rolling limit of trades leaves; in the reporting currency. */
export interface TradeRoom {
  readonly scope: 'total' | 'person';
  readonly cap: string;
  /** Null if it is not known: recent trades are counted in another currency, or there are too many traders. */
  readonly traded: Decimal | null;
  /** Never less than zero; zero if it is not known. */
  readonly left: Decimal;
}

/** The rolling limits of trades for one who trades, as the guards of a claim judge them. Empty: there are none. */
export function tradeRooms(
  usage: TradeUsage | null,
  { trades, reportingCurrency }: Pick<Controls, 'trades' | 'reportingCurrency'>,
  by: string,
  now: Instant,
): readonly TradeRoom[] {
  const { total, person } = trades.per24Hours ?? {};
  const isForeign =
    usage !== null &&
    usage.reportingCurrency !== reportingCurrency &&
    !sumWithin(usage.hours, HOURS, now).isZero();
  const current = usageIn(usage, '', reportingCurrency);
  const traded = tradedWithin(current, by, now);
  return [
    ...roomOf('total', total, isForeign ? null : traded.total),
    ...roomOf('person', person, isForeign || !hasRoomFor(current, by, now) ? null : traded.person),
  ];
}

function roomOf(
  scope: TradeRoom['scope'],
  cap: string | undefined,
  traded: Decimal | null,
): readonly TradeRoom[] {
  if (cap === undefined) return [];
  const left = traded === null ? ZERO : Decimal.max(decimalOf(cap).minus(traded), ZERO);
  return [{ scope, cap, traded, left }];
}
