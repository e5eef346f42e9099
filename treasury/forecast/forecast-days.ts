import type { UsedRate } from '../policy/used-rate.ts';
import type { ShownValues } from '../preview/shown-values.ts';
import { periodsWithin } from '../series/periods.ts';
import type { Instant } from '../time/instant.ts';
import type { SweepAhead } from './counted.ts';
import {
  type Departure,
  departuresOf,
  largestRun,
  runsOf,
  sumOf,
  valuedTogether,
} from './departures.ts';
import type { Ended, Stop } from './ended.ts';
import { meanPerDay } from './expected-flows.ts';
import { MAX_FORECAST_DAYS } from './forecast-limits.ts';
import type { Present } from './present.ts';
import type { Walked } from './walk-ahead.ts';

/** What one rule would send on one day. */
export interface Leaving {
  readonly ruleId: string;
  readonly currency: string;
  /** Of a rule with a split: the account of its first part. */
  readonly withdrawalAccountId: string;
  readonly sweeps: number;
  readonly amount: string;
  /** Of a rule with a split: what each account gets of it, in the order of the parts. */
  readonly accounts?: readonly LeavingTo[];
  /** In the reporting currency, at the prices of the latest snapshot; absent without a price and a manual rate. */
  readonly value?: string;
  /** Set: the value is by this manual rate. */
  readonly manualRate?: UsedRate;
  /** The most people that one of the sweeps needs. */
  readonly approvals: 0 | 1 | 2;
  /** Set: it does not leave as long as the halt or the dry-run lasts. */
  readonly stopped?: Stop;
  /**
   * True: approvals are not assumed, so it waits and does not leave. What waits again after it expired is the same
   * money: the amounts are those of the run of the day that asks for the most.
   */
  readonly waits?: true;
}

export interface LeavingTo {
  readonly withdrawalAccountId: string;
  readonly amount: string;
}

export const DAY_DECIDED = ['all', 'part', 'none'] as const;

/** A day of the forecast's time zone, from its midnight to the next; the first and the last are cut. */
export interface ForecastDay {
  readonly day: string;
  readonly from: Instant;
  readonly to: Instant;
  /** How much of it was decided: before `until` of the forecast. */
  readonly decided: (typeof DAY_DECIDED)[number];
  /** The value of what leaves, without what is stopped or waits; null if not all of the day was decided. */
  readonly value: string | null;
  /** Currencies of it that have neither a price nor a manual rate: they are not in the value. */
  readonly unvalued: readonly string[];
  readonly leaving: readonly Leaving[];
  /** Signed decimal text by currency: the mean that is assumed to arrive, or to leave, at its beginning. */
  readonly expected: readonly { readonly currency: string; readonly amount: string }[];
}

export function forecastDays(
  { flows, now }: Present,
  { to, timeZone, walked, approvals }: Ended,
  stops: ReadonlyMap<string, Stop>,
  shown: ShownValues,
): readonly ForecastDay[] {
  // One more than whole days: the first and the last are parts of one.
  const periods = periodsWithin({ from: now, to }, 'day', timeZone, MAX_FORECAST_DAYS + 1);
  return periods.map(({ name, from, to: end }, index) => {
    const own = walked.sweeps.filter(({ at }) => at >= from && at < end);
    const leaving = leavingOf(own, stops, approvals === 'none', shown);
    const counted = leaving.filter(({ stopped, waits }) => stopped === undefined && !waits);
    const decided = decidedOf(from, end, walked);
    return {
      ...{ day: name, from, to: end },
      decided,
      value: decided === 'all' ? sumOf(counted.map(({ value = '0' }) => value)) : null,
      unvalued: [
        ...new Set(
          counted.flatMap(({ value, currency }) => (value === undefined ? [currency] : [])),
        ),
      ].sort(),
      leaving,
      expected:
        flows === null || index === 0
          ? []
          : [...meanPerDay(flows)].map(([currency, amount]) => ({ currency, amount })),
    };
  });
}

/** A day on which no rule falls any more is decided, wherever the forecast has ended. */
function decidedOf(
  from: Instant,
  to: Instant,
  { until, undecided }: Pick<Walked, 'until' | 'undecided'>,
): ForecastDay['decided'] {
  if (until >= to || undecided.size === 0) return 'all';
  return until > from ? 'part' : 'none';
}

function leavingOf(
  sweeps: readonly SweepAhead[],
  stops: ReadonlyMap<string, Stop>,
  withoutApprovals: boolean,
  shown: ShownValues,
): readonly Leaving[] {
  const grouped = Map.groupBy(sweeps.flatMap(departuresOf), ({ ruleId, approvals }) => {
    return `${ruleId}\n${withoutApprovals && approvals > 0}`;
  });
  return [...grouped.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { ruleId, currency, withdrawalAccountId } = first;
    const stopped = stops.get(currency);
    const waits = withoutApprovals && first.approvals > 0;
    const counted = waits ? largestRun(own) : own;
    const { value, manualRate } = valuedTogether(counted, shown);
    const approvals =
      ([2, 1] as const).find((count) => own.some((each) => each.approvals === count)) ?? 0;
    const accounts = counted.some(({ isPart }) => isPart) ? { accounts: accountsOf(counted) } : {};
    return [
      {
        ...{ ruleId, currency, withdrawalAccountId },
        sweeps: runsOf(own),
        amount: sumOf(counted.map(({ amount }) => amount)),
        ...accounts,
        ...(value === undefined ? {} : { value }),
        ...(manualRate === undefined ? {} : { manualRate }),
        approvals,
        ...(stopped === undefined ? {} : { stopped }),
        ...(waits ? { waits: true as const } : {}),
      },
    ];
  });
}

function accountsOf(own: readonly Departure[]): readonly LeavingTo[] {
  const byAccount = Map.groupBy(own, ({ paidTo }) => paidTo);
  return [...byAccount].map(([withdrawalAccountId, paid]) => {
    return { withdrawalAccountId, amount: sumOf(paid.map(({ amount }) => amount)) };
  });
}
