/*
 * The metrics that alarms and dashboards rest on. The functions write them by these names, the stacks watch them
 * by these names, and docs/metrics.md lists them. Each is about one tenant, and has the three dimensions `stage`,
 * `service` (the function that writes it) and `tenant`.
 */

/** Namespace of all of Sluice's own metrics. */
export const METRICS_NAMESPACE = 'Sluice';

/** Of CloudWatch's units, those in use. */
export type MetricUnitName = 'Count' | 'Seconds' | 'Percent' | 'NoUnit';

export interface TenantMetric {
  /** The function that writes it: the value of its dimension `service`. */
  readonly service: string;
  readonly unit: MetricUnitName;
  /** What it says and when it is written. */
  readonly when: string;
}

export const TENANT_METRICS = {
  SnapshotTaken: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 where the balances were recorded, 0 where they could not be read',
  },
  SnapshotMissed: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 where the balances could not be read, for whatever reason',
  },
  ServiceErrors: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: how many of its two reads, balances and prices, got no usable answer from the service',
  },
  TokenRefused: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 where there is no usable token, or the service does not take it',
  },
  TreasuryValue: {
    service: 'take-snapshot',
    unit: 'NoUnit',
    when: 'every snapshot in which everything that is held has a value: the sum, in the reporting currency, rounded to what a chart can show',
  },
  UnvaluedCurrencies: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: currencies that are held and have no price',
  },
  PricesDropped: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: entries of the prices that are none: crossed, zero, negative or not readable',
  },
  PricesDoubted: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: prices that have jumped: no sweep is sized by them and no trade judged, until three readings in a row are at the new level',
  },
  OccurrencesMissed: {
    service: 'run-sweeps',
    unit: 'Count',
    when: "every sweep run: occurrences of rules' schedules that were put on record as missed; of one rule at most 100 at once",
  },
  WatchdogRounds: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round that came to its end: 1',
  },
  OpenUnknowns: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: requests whose outcome nobody knows',
  },
  OpenAnomalies: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: requests that were answered with something else than was asked',
  },
  InvalidSeals: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: 1 while everything is halted for a seal that does not hold, a halt that nobody ended or an older version that was put back, else 0',
  },
  ContradictedSettlements: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: 1 while everything is halted for an answer of the service that came late and contradicts how a request was settled, else 0',
  },
  OpenOutflowBreaks: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: differences in the books by which money went out that nothing accounts for and that nobody has named yet',
  },
  BlockedCurrencies: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: currencies that are held since something is rejected, unknown or an anomaly',
  },
  LongestBlock: {
    service: 'watchdog',
    unit: 'Seconds',
    when: 'every round: how long the currency that is held longest has been held; 0 where none is',
  },
  OverdueUnbooked: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: currencies in which something was confirmed longer ago than the booking bound and no balance shows it',
  },
  LongestHeldTrade: {
    service: 'watchdog',
    unit: 'Seconds',
    when: 'every round: how long the trade that holds its two currencies longest has held them; 0 where none does',
  },
  BudgetUsed: {
    service: 'watchdog',
    unit: 'Percent',
    when: 'every round: of all rolling limits, of rules and of trades, the one that is used up most',
  },
  AuditChainBroken: {
    service: 'verify-audit',
    unit: 'Count',
    when: 'every six hours, when the whole chain was followed: 1 where it is broken or cut off, else 0',
  },
} as const satisfies Readonly<Record<string, TenantMetric>>;

export type TenantMetricName = keyof typeof TENANT_METRICS;
