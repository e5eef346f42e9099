import { ASSUMED, type Assumptions } from './assumptions.ts';
import { looksOf, usdOfAddition } from './events-month.ts';
import type { Inventory } from './inventory.ts';
import type { TickUnits } from './measure-tick.ts';
import {
  GB,
  type Load,
  monthOf,
  recordedOf,
  storedGbOf,
  tracesOf,
  usageUsdOf,
  usdOf,
} from './month.ts';
import type { PriceName } from './prices.ts';

/** One line of a month's bill. */
export interface BillLine {
  readonly of: string;
  readonly amount: number;
  readonly usd: number;
}

/** Bytes of a stored line of the log for each that was taken in: CloudWatch bills what it has compressed. */
const COMPRESSED = 0.15;

/** The whole bill: what is done, and what stands there whether anything is done or not. */
export function billOf(
  load: Load,
  tick: TickUnits,
  inventory: Inventory,
  assumed: Assumptions = ASSUMED,
): readonly BillLine[] {
  const priced = (of: string, name: PriceName, amount: number): BillLine => ({
    of,
    amount,
    usd: usdOf(name, amount),
  });
  const used = monthOf(load, tick, assumed);
  const stored = storedGbOf(load, tick, assumed);
  const copiesGb = inventory.copies * stored.all + inventory.copiesOfRecords * stored.records;
  const looks = looksOf(load, assumed);
  const accessLogGb = (used['api-requests'] * assumed.accessLogBytes) / GB;
  const storedLogGb = (used.logs + accessLogGb) * COMPRESSED * assumed.logRetentionMonths;
  return [
    { of: 'usage: ticks, sweeps, requests, and what they store', amount: 1, usd: usageUsdOf(used) },
    { of: 'looks at what is due for webhooks', amount: looks.times, usd: usdOfAddition(looks) },
    priced('keys', 'keys', inventory.keys),
    priced('secrets', 'secrets', inventory.secrets),
    priced('metrics that alarms compare', 'alarms', inventory.alarms),
    priced('metrics of our own', 'metrics', inventory.metrics),
    priced('metrics of single routes', 'metrics', inventory.routeMetrics),
    priced('dashboards', 'dashboards', inventory.dashboards),
    priced('traces', 'traces', inventory.isTraced ? tracesOf(used['lambda-requests'], assumed) : 0),
    priced('GB of the access log taken in', 'logs', accessLogGb),
    priced('GB of logs kept', 'log-storage', storedLogGb),
    priced(
      'writes recorded by a trail',
      'data-events',
      inventory.trails * recordedOf(load, tick, assumed),
    ),
    priced('GB of copies', 'backup-storage', copiesGb),
    priced(
      'GB of cold copies',
      'cold-backup-storage',
      inventory.coldCopiesOfRecords * stored.records,
    ),
    {
      of: 'firewalls by address (WAF), each with what CloudFront passes on',
      amount: inventory.firewalls,
      usd: inventory.firewalls * firewallUsd(used['api-requests']),
    },
  ];
}

/** A month of a firewall with its rule, and of so many requests that come through it. */
export function firewallUsd(requests: number): number {
  return (
    usdOf('firewalls', 1) +
    usdOf('firewall-rules', 1) +
    usdOf('firewall-requests', requests) +
    usdOf('delivery-requests', requests)
  );
}

export function totalOf(bill: readonly BillLine[]): number {
  return bill.reduce((sum, { usd }) => sum + usd, 0);
}

/**
 * What stood there at one tenant before metrics were those of the stage, counted in its templates and in its table of
 * metrics: of each tenant, function, queue, table and rule an alarm of its own, 36 metrics in every hour, of every route
 * its own, two dashboards, and 35 nightly copies beside the monthly ones.
 */
export const BEFORE: Inventory = {
  alarms: 157,
  metrics: 36,
  routeMetrics: 30,
  dashboards: 2,
  isTraced: true,
  keys: 4,
  secrets: 2,
  copies: 48,
  copiesOfRecords: 0,
  coldCopiesOfRecords: 0,
  trails: 0,
  logGroups: 25,
  firewalls: 0,
};
