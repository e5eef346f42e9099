/*
 * The metrics of the alarms and dashboards. The functions write them by these names, the stacks watch them by these
 * names, and docs/metrics.md lists them. Each concerns one tenant, and has the three dimensions `stage`, `service`
 * (the function that writes it) and `tenant`.
 */

/** Namespace of all of Sluice's own metrics. */
export const METRICS_NAMESPACE = 'Sluice';

/** The units of CloudWatch that are in use. */
export type MetricUnitName = 'Count' | 'Seconds' | 'Percent' | 'NoUnit';

export interface TenantMetric {
  /** The function that writes it: the value of its dimension `service`. */
  readonly service: string;
  readonly unit: MetricUnitName;
  /** Its meaning and when it is written. */
  readonly when: string;
}

export const TENANT_METRICS = {
  SnapshotTaken: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 if the balances were recorded, 0 if they could not be read',
  },
  SnapshotMissed: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 if the balances could not be read, for any reason',
  },
  ServiceErrors: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: the number of its two reads, balances and prices, without a usable answer from the service',
  },
  TokenRefused: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every tick: 1 if there is no usable token, or the service refuses it',
  },
  TreasuryValue: {
    service: 'take-snapshot',
    unit: 'NoUnit',
    when: 'every snapshot in which every balance has a value: the sum, in the reporting currency, rounded for a chart',
  },
  UnvaluedCurrencies: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: currencies with a balance and without a price',
  },
  CurrenciesNotStated: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: currencies that were held and that the answer leaves out, or in which they cannot be read',
  },
  PricesDropped: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: price entries that are unusable: crossed, zero, negative or unreadable',
  },
  PricesDoubted: {
    service: 'take-snapshot',
    unit: 'Count',
    when: 'every snapshot: prices that are far from what their two currencies are worth; they size no sweep and judge no trade until three readings in a row agree',
  },
  OccurrencesMissed: {
    service: 'run-sweeps',
    unit: 'Count',
    when: "every sweep run: occurrences of rules' schedules recorded as missed; at most 100 per rule and run",
  },
  BalancesBelowLow: {
    service: 'run-sweeps',
    unit: 'Count',
    when: 'every sweep run: rules whose balance is below their `low`',
  },
  SpansFailed: {
    service: 'run-sweeps',
    unit: 'Count',
    when: 'every sweep run: 1 if its spans could not be written, else 0; a run within the next hour makes it good',
  },
  RulesLeftOut: {
    service: 'run-sweeps',
    unit: 'Count',
    when: 'every sweep run: rules that the record of a repeated delivery has no decision about, though it decided their currency; the policy changed between two deliveries, or a writer other than a run made the record',
  },
  WatchdogRounds: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every completed round: 1',
  },
  OpenUnknowns: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: requests with an unknown outcome',
  },
  OpenAnomalies: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: requests whose answer contradicts them',
  },
  InvalidSeals: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: 1 while everything is halted because a seal is invalid, a halt ended without a seal or an older version was restored, else 0',
  },
  ContradictedSettlements: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: 1 while everything is halted because a late answer of the service contradicts a settlement, else 0',
  },
  OpenOutflowBreaks: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: unexplained breaks by which money went out',
  },
  BlockedCurrencies: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: currencies blocked by a rejected, unknown or anomalous request',
  },
  RulesFailing: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: rules that are switched on, and of which three or more withdrawals or trades in a row did not leave',
  },
  LongestBlock: {
    service: 'watchdog',
    unit: 'Seconds',
    when: 'every round: age of the longest block of a currency; 0 if none is blocked',
  },
  OverdueUnbooked: {
    service: 'watchdog',
    unit: 'Count',
    when: 'every round: currencies with an amount confirmed longer ago than the booking bound that no balance shows',
  },
  LongestBlockedTrade: {
    service: 'watchdog',
    unit: 'Seconds',
    when: 'every round: age of the longest block by a trade of its two currencies; 0 if none blocks',
  },
  BudgetUsed: {
    service: 'watchdog',
    unit: 'Percent',
    when: 'every round: use of the most used rolling limit of all rules and trades',
  },
  WebhookDeliveries: {
    service: 'deliver-webhooks',
    unit: 'Count',
    when: 'every run to a webhook: events that its receiver took',
  },
  WebhookFailures: {
    service: 'deliver-webhooks',
    unit: 'Count',
    when: 'every run to a webhook: attempts that failed; each comes again',
  },
  WebhookDeadLetters: {
    service: 'deliver-webhooks',
    unit: 'Count',
    when: 'every run to a webhook: deliveries whose last attempt failed',
  },
  UntrustedWebhooks: {
    service: 'deliver-webhooks',
    unit: 'Count',
    when: 'every run to a webhook: 1 if nothing is sent because the webhook, or its secret, is not what Sluice wrote, else 0',
  },
  UntrustedRates: {
    service: 'update-books',
    unit: 'Count',
    when: 'every hour that is rolled up: manual rates that are not what Sluice wrote, and so value nothing',
  },
  PausedWebhooks: {
    service: 'queue-deliveries',
    unit: 'Count',
    when: 'every minute: webhooks that Sluice has paused',
  },
  AuditChainBroken: {
    service: 'verify-audit',
    unit: 'Count',
    when: 'every six hours, after following the whole chain: 1 if it is broken or cut off, else 0',
  },
} as const satisfies Readonly<Record<string, TenantMetric>>;

export type TenantMetricName = keyof typeof TENANT_METRICS;
