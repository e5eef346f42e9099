import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { periodsWithin } from '../series/periods.ts';
import type { Instant } from '../time/instant.ts';
import type { Ended, Stop } from './ended.ts';
import { meanPerDay } from './expected-flows.ts';
import { MAX_FORECAST_DAYS } from './forecast-limits.ts';
import type { Present } from './present.ts';
import type { SweepAhead } from './walk-ahead.ts';

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
  /** In the reporting currency, at the prices of the latest snapshot; absent without a price. */
  readonly value?: string;
  /** The most people that one of the sweeps needs. */
  readonly approvals: 0 | 1 | 2;
  /** Set: it does not leave as long as the halt or the dry-run lasts. */
  readonly stopped?: Stop;
  /** True: approvals are not assumed, so it waits and does not leave. */
  readonly waits?: true;
}

export interface LeavingTo {
  readonly withdrawalAccountId: string;
  readonly amount: string;
}

/** A day of the forecast's time zone, from its midnight to the next; the first and the last are cut. */
export interface ForecastDay {
  readonly day: string;
  readonly from: Instant;
  readonly to: Instant;
  /** The value of what leaves, without what is stopped or waits. */
  readonly value: string;
  /** Currencies of it that have no price: they are not in the value. */
  readonly unvalued: readonly string[];
  readonly leaving: readonly Leaving[];
  /** Signed decimal text by currency: the mean that is assumed to arrive, or to leave, at its beginning. */
  readonly expected: readonly { readonly currency: string; readonly amount: string }[];
}

export function forecastDays(
  { flows, now }: Present,
  { to, timeZone, walked, approvals }: Ended,
  stops: ReadonlyMap<string, Stop>,
): readonly ForecastDay[] {
  // One more than whole days: the first and the last are parts of one.
  const periods = periodsWithin({ from: now, to }, 'day', timeZone, MAX_FORECAST_DAYS + 1);
  return periods.map(({ name, from, to: end }, index) => {
    const own = walked.sweeps.filter(({ at }) => at >= from && at < end);
    const leaving = leavingOf(own, stops, approvals === 'none');
    const counted = leaving.filter(({ stopped, waits }) => stopped === undefined && !waits);
    return {
      ...{ day: name, from, to: end },
      value: formatDecimal(
        counted.reduce((sum, { value = '0' }) => sum.plus(decimalOf(value)), ZERO),
      ),
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

/** One withdrawal of a sweep: all of it, or what one account gets. */
interface Departure extends Omit<SweepAhead, 'parts'> {
  readonly paidTo: string;
  readonly isPart: boolean;
}

/** Each part waits for its own approvals: one may leave while another waits. */
function departuresOf({ parts, ...sweep }: SweepAhead): readonly Departure[] {
  const { withdrawalAccountId: paidTo } = sweep;
  if (parts === undefined) return [{ ...sweep, paidTo, isPart: false }];
  return parts.map(({ withdrawalAccountId, ...part }) => {
    return { ...sweep, ...part, paidTo: withdrawalAccountId, isPart: true };
  });
}

function leavingOf(
  sweeps: readonly SweepAhead[],
  stops: ReadonlyMap<string, Stop>,
  withoutApprovals: boolean,
): readonly Leaving[] {
  const grouped = Map.groupBy(sweeps.flatMap(departuresOf), ({ ruleId, approvals }) => {
    return `${ruleId}\n${withoutApprovals && approvals > 0}`;
  });
  return [...grouped.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { ruleId, currency, withdrawalAccountId } = first;
    const stopped = stops.get(currency);
    const values = own.map(({ value }) => value);
    const approvals =
      ([2, 1] as const).find((count) => own.some((each) => each.approvals === count)) ?? 0;
    const accounts = own.some(({ isPart }) => isPart) ? { accounts: accountsOf(own) } : {};
    return [
      {
        ...{ ruleId, currency, withdrawalAccountId },
        sweeps: new Set(own.map(({ at }) => at)).size,
        amount: sumOf(own.map(({ amount }) => amount)),
        ...accounts,
        ...(values.every((value) => value !== null) ? { value: sumOf(values) } : {}),
        approvals,
        ...(stopped === undefined ? {} : { stopped }),
        ...(withoutApprovals && approvals > 0 ? { waits: true as const } : {}),
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

function sumOf(amounts: readonly string[]): string {
  return formatDecimal(amounts.reduce((sum, each) => sum.plus(decimalOf(each)), ZERO));
}
