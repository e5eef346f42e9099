import type { KeptForecast } from '../ledger/kept-forecast.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type Period, periodAt } from '../series/periods.ts';
import type { Instant } from '../time/instant.ts';
import { sumOf } from './departures.ts';

/** A confirmed withdrawal, at the moment at which it was sent. */
export interface Left {
  /** Null: a person requested it, which no forecast expects. */
  readonly ruleId: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly sentAt: Instant;
}

/** What was forecast for one rule and day beside what left; decimal text. */
export interface ComparedDay {
  readonly day: string;
  readonly ruleId: string | null;
  readonly currency: string;
  /** Null: no forecast of the day was kept, or it did not come to the end of the day. */
  readonly forecast: string | null;
  readonly forecastSweeps: number | null;
  readonly left: string;
  readonly leftWithdrawals: number;
  /** What left less what was forecast: signed; null without a forecast. */
  readonly difference: string | null;
  /** When the forecast was made: what left before on the day is not compared. */
  readonly forecastAt: Instant | null;
}

/** A day, and whether a forecast of it was kept: of one without lines it says why there are none. */
export interface ForecastKept {
  readonly day: string;
  /** in-part: it did not come to the end of the day, so nothing is compared. */
  readonly forecast: 'whole' | 'in-part' | 'none';
  readonly forecastAt: Instant | null;
}

interface Range {
  readonly from: Instant;
  readonly to: Instant;
  readonly timeZone: string;
}

/** Every day of the range, the earliest first. Pure. */
export function forecastsKept(
  kept: readonly KeptForecast[],
  { from, to, timeZone }: Range,
): readonly ForecastKept[] {
  const byDay = new Map(kept.map((each) => [each.day, each]));
  return daysOf(from, to, timeZone).map(({ name: day }) => {
    const found = byDay.get(day);
    if (found === undefined) return { day, forecast: 'none', forecastAt: null };
    return { day, forecast: found.complete ? 'whole' : 'in-part', forecastAt: found.madeAt };
  });
}

/** Every day of the range on which something was forecast or left, the earliest first, and each rule of it. Pure. */
export function compareForecasts(
  kept: readonly KeptForecast[],
  left: readonly Left[],
  { from, to, timeZone }: Range,
): readonly ComparedDay[] {
  const byDay = new Map(kept.map((each) => [each.day, each]));
  return daysOf(from, to, timeZone).flatMap(({ name: day, from: begins, to: ends }) => {
    const forecast = byDay.get(day) ?? null;
    const since = forecast?.madeAt ?? begins;
    const own = left.filter(({ sentAt }) => sentAt >= since && sentAt < ends);
    return comparedDay(day, forecast, own);
  });
}

function comparedDay(
  day: string,
  kept: KeptForecast | null,
  left: readonly Left[],
): readonly ComparedDay[] {
  const expected = kept?.leaving ?? [];
  const keys = new Map(
    [...expected, ...left].map(({ ruleId, currency }) => [
      `${ruleId ?? ''} ${currency}`,
      { ruleId, currency },
    ]),
  );
  return [...keys.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { ruleId, currency }]) => {
      const isOwn = (each: { readonly ruleId: string | null; readonly currency: string }) =>
        each.ruleId === ruleId && each.currency === currency;
      const gone = left.filter(isOwn);
      const amount = sumOf(gone.map((each) => each.amount));
      const said = expected.find(isOwn);
      const isKnown = kept?.complete === true;
      const forecast = isKnown ? (said?.amount ?? '0') : null;
      return {
        ...{ day, ruleId, currency, forecast },
        forecastSweeps: isKnown ? (said?.sweeps ?? 0) : null,
        left: amount,
        leftWithdrawals: gone.length,
        difference: forecast === null ? null : minus(amount, forecast),
        forecastAt: kept?.madeAt ?? null,
      };
    });
}

function minus(one: string, other: string): string {
  return formatDecimal(decimalOf(one).minus(decimalOf(other)));
}

/** The days that the range touches. */
function daysOf(from: Instant, to: Instant, timeZone: string): readonly Period[] {
  const found: Period[] = [];
  for (let at = from; at < to; ) {
    const period = periodAt(at, 'day', timeZone);
    found.push(period);
    at = period.to;
  }
  return found;
}
