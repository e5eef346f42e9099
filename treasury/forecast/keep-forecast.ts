import type { KeptForecast } from '../ledger/kept-forecast.ts';
import type { ShownValues } from '../preview/shown-values.ts';
import { periodAt } from '../series/periods.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { sumOf } from './departures.ts';
import { type ForecastPorts, forecast } from './forecast.ts';
import type { Forecast } from './forecast-report.ts';

export interface KeepForecastPorts extends Omit<ForecastPorts, 'shownValues'> {
  readonly timeZone: string;
  readonly forecasts: {
    readonly read: (tenant: string, day: string) => Promise<KeptForecast | null>;
    /** False if there is one of the day already. */
    readonly put: (kept: KeptForecast) => Promise<boolean>;
  };
}

/**
 * Seconds of a day in which its forecast is made: a round that fails, or is late, is followed by others. Later, half of the day
 * would be known already.
 */
export const KEEP_WITHIN_SECONDS = 3_600;

/** Decisions of one day: fifty rules, forty times each. It is made beside rounds that must not wait. */
const MOST_DECISIONS = 2_000;

/** What is kept are amounts: the report that compares them shows no value. */
const NO_VALUES: ShownValues = { of: () => null, refused: () => null };

/**
 * What leaves on the day that has just begun, as the forecast of this moment says it; null if it is kept already, or if the
 * day is too old. Approvals are assumed and movements are not, as in the forecast that people are shown.
 */
export async function keepForecast(
  ports: KeepForecastPorts,
  tenant: string,
  scheduledFor: Instant,
): Promise<KeptForecast | null> {
  const { timeZone, forecasts } = ports;
  const { name: day, from, to } = periodAt(scheduledFor, 'day', timeZone);
  if (secondsBetween(from, scheduledFor) >= KEEP_WITHIN_SECONDS) return null;
  if ((await forecasts.read(tenant, day)) !== null) return null;
  const shownValues = async () => () => NO_VALUES;
  const found = await forecast(
    { ...ports, shownValues },
    {
      ...{ tenant, days: 1, flows: 'none', approvals: 'given', timeZone },
      mostDecisions: MOST_DECISIONS,
    },
  );
  if (found.result !== 'forecast') return null;
  const kept = { tenant, day, timeZone, to, ...leavingOn(found.forecast(), day) };
  return (await forecasts.put(kept)) ? kept : null;
}

/** By rule; what was decided before and leaves now counts for its rule as well. */
function leavingOn(
  { from, days, already }: Forecast,
  day: string,
): Pick<KeptForecast, 'madeAt' | 'complete' | 'leaving'> {
  const today = days.find((each) => each.day === day);
  const ahead = (today?.leaving ?? []).flatMap(({ ruleId, currency, sweeps, amount, stopped }) =>
    stopped === undefined ? [{ ruleId, currency, sweeps, amount }] : [],
  );
  const before = already.flatMap(({ ruleId, currency, amount, state }) =>
    ruleId === undefined || state === 'waits' ? [] : [{ ruleId, currency, sweeps: 1, amount }],
  );
  const byRule = Map.groupBy(
    [...before, ...ahead],
    ({ ruleId, currency }) => `${ruleId} ${currency}`,
  );
  const leaving = [...byRule.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { ruleId, currency } = first;
    const sweeps = own.reduce((sum, each) => sum + each.sweeps, 0);
    return [{ ruleId, currency, sweeps, amount: sumOf(own.map(({ amount }) => amount)) }];
  });
  return { madeAt: from, complete: today?.decided === 'all', leaving };
}
