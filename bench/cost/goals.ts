import { billOf, totalOf } from './bill.ts';
import { inventoryOf } from './inventory.ts';
import { inAll, type TickUnits } from './measure-tick.ts';
import { type Load, monthOf, usageUsdOf } from './month.ts';

/** A bound that the figures are held against. */
export interface Goal {
  readonly goal: string;
  readonly atMost: number;
  readonly measured: number;
}

/** Bounds on a tick, and on a question at the largest load. What a sweep writes has none: fifty a day are two US cents a month. */
const QUIET_TICK_WRITES = 15;
const WHY_NOT_READS = 2;
const MONTH_OF_REASONS_READS = 5;
const YEAR_OF_REASONS_READS = 20;
/** USD of usage a month, of the loads that have a bound. */
const MONTHS: readonly (Load & { readonly usd: number })[] = [
  { tenants: 1, currencies: 50, everyMinutes: 5, usd: 3 },
  { tenants: 100, currencies: 50, everyMinutes: 1, usd: 320 },
];

/** USD of the whole bill of a month but a firewall: of the first tenant, and of each further one. */
const BILLED: Load = { tenants: 1, currencies: 50, everyMinutes: 5 };
const BILL_USD = 12;
const FURTHER_TENANT_USD = 1.5;

/** The goals with their figures. Every load is a pair of what is deployed and what was measured for it. */
export function goalsOf(measured: readonly (readonly [Load, TickUnits])[]): readonly Goal[] {
  const last = measured.at(-1)?.[1];
  if (last === undefined) throw new Error('nothing was measured');
  const months = MONTHS.flatMap(({ usd, ...load }) =>
    measured
      .filter(([each]) => isSame(each, load))
      .map(([each, tick]): Goal => {
        const goal = `USD of usage, ${each.tenants} x ${each.currencies} x ${each.everyMinutes} min`;
        return { goal, atMost: usd, measured: usageUsdOf(monthOf(each, tick)) };
      }),
  );
  return [
    ...measured.map(
      ([{ everyMinutes }, tick]): Goal => ({
        goal: `write units of a quiet tick of ${tick.currencies} currencies every ${everyMinutes} min, in all functions`,
        atMost: QUIET_TICK_WRITES,
        measured: inAll(tick.quiet).writes,
      }),
    ),
    {
      goal: 'read units of "why did this rule not sweep at this moment"',
      atMost: WHY_NOT_READS,
      measured: last.reads.whyNot,
    },
    {
      goal: 'read units of all reasons of a rule that sweeps daily, over 30 days',
      atMost: MONTH_OF_REASONS_READS,
      measured: last.reads.monthOfReasons,
    },
    {
      goal: 'read units of the same over a year',
      atMost: YEAR_OF_REASONS_READS,
      measured: last.reads.yearOfReasons,
    },
    ...months,
    ...measured.filter(([each]) => isSame(each, BILLED)).flatMap(([, tick]) => billGoals(tick)),
  ];
}

function billGoals(tick: TickUnits): readonly Goal[] {
  const usdOfTenants = (tenants: number) => {
    const load = { ...BILLED, tenants };
    return totalOf(billOf(load, tick, inventoryOf(tenants, BILLED.everyMinutes)));
  };
  return [
    { goal: 'USD of the whole bill, 1 x 50 x 5 min', atMost: BILL_USD, measured: usdOfTenants(1) },
    {
      goal: 'USD of each further tenant, 50 x 5 min',
      atMost: FURTHER_TENANT_USD,
      measured: usdOfTenants(3) - usdOfTenants(2),
    },
  ];
}

function isSame(left: Load, right: Load): boolean {
  const same = left.tenants === right.tenants && left.currencies === right.currencies;
  return same && left.everyMinutes === right.everyMinutes;
}
