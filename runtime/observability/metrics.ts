/*
 * What the functions count of each tenant. A count is a field of a line of the log, beside the tenant that it is of; the
 * saved query `which-tenant` reads it there. What an alarm compares is a metric as well: one for the whole stage, since
 * each metric of each tenant would cost more in a month than everything that is counted. docs/metrics.md lists both.
 */

/** Namespace of all of Sluice's own metrics. */
export const METRICS_NAMESPACE = 'Sluice';

/** The message of every line with counts: by it the saved query `which-tenant` finds them. */
export const COUNTED = 'counted';

/** The units of CloudWatch that are in use. */
export type MetricUnitName = 'Count' | 'Seconds' | 'Percent' | 'None';

/**
 * When CloudWatch hears a count. It bills a metric for each hour in which it hears it: what is nearly always zero is
 * heard from a value on, and what must not fall silent always. What nothing compares it does not hear.
 */
export type Heard = 'always' | { readonly from: number } | 'never';

export interface CountedValue {
  /** The function that counts it. */
  readonly service: string;
  readonly unit: MetricUnitName;
  readonly heard: Heard;
  /** Its meaning and when it is counted. */
  readonly when: string;
}

/** From the first one on. */
const IF_ANY = { from: 1 } as const;

/** Below any bound on used limits that a stage may set (lib/stages/notification-configuration.ts). */
export const BUDGET_HEARD_FROM = 50;

export const COUNTS = {
  SnapshotTaken: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: 'always',
    when: 'every tick: 1 if the balances were recorded, 0 if they could not be read',
  },
  SnapshotMissed: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: 'never',
    when: 'every tick: 1 if the balances could not be read, for any reason',
  },
  ServiceErrors: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every tick: the number of its two reads, balances and prices, without a usable answer from the service',
  },
  TokenRefused: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every tick: 1 if there is no usable token, or the service refuses it',
  },
  TreasuryValue: {
    service: 'take-snapshot',
    unit: 'None',
    heard: 'never',
    when: 'every snapshot in which every balance has a value: the sum, in the reporting currency, rounded for a chart',
  },
  UnvaluedCurrencies: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: 'never',
    when: 'every snapshot: currencies with a balance and without a price',
  },
  CurrenciesNotStated: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every snapshot: currencies that were held and that the answer leaves out, or in which they cannot be read',
  },
  PricesDropped: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: 'never',
    when: 'every snapshot: price entries that are unusable: crossed, zero, negative or unreadable',
  },
  PricesDoubted: {
    service: 'take-snapshot',
    unit: 'Count',
    heard: 'never',
    when: 'every snapshot: prices that are far from what their two currencies are worth; they size no sweep and judge no trade until three readings in a row agree',
  },
  OccurrencesMissed: {
    service: 'run-sweeps',
    unit: 'Count',
    heard: IF_ANY,
    when: "every sweep run: occurrences of rules' schedules recorded as missed; at most 100 per rule and run",
  },
  BalancesBelowLow: {
    service: 'run-sweeps',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every sweep run: rules whose balance is below their `low`',
  },
  SpansFailed: {
    service: 'run-sweeps',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every sweep run: 1 if its spans could not be written, else 0; a run within the next hour makes it good',
  },
  RulesLeftOut: {
    service: 'run-sweeps',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every sweep run: rules that the record of a repeated delivery has no decision about, though it decided their currency; the policy changed between two deliveries, or a writer other than a run made the record',
  },
  WatchdogRounds: {
    service: 'watchdog',
    unit: 'Count',
    heard: 'always',
    when: 'every completed round: 1',
  },
  OpenUnknowns: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: requests with an unknown outcome',
  },
  OpenAnomalies: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: requests whose answer contradicts them',
  },
  InvalidSeals: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: 1 while everything is halted because a seal is invalid, a halt ended without a seal or an older version was restored, else 0',
  },
  ContradictedSettlements: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: 1 while everything is halted because a late answer of the service contradicts a settlement, else 0',
  },
  OpenOutflowBreaks: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: unexplained breaks by which money went out, 100 at most',
  },
  BlockedCurrencies: {
    service: 'watchdog',
    unit: 'Count',
    heard: 'never',
    when: 'every round: currencies blocked by a rejected, unknown or anomalous request, and those that cannot be read',
  },
  RulesFailing: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: rules that are switched on, and of which three or more withdrawals or trades in a row did not leave',
  },
  LongestBlock: {
    service: 'watchdog',
    unit: 'Seconds',
    heard: IF_ANY,
    when: 'every round: age of the longest block of a currency, a year if one cannot be read; 0 if none is blocked',
  },
  OverdueUnbooked: {
    service: 'watchdog',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every round: currencies with an amount confirmed longer ago than the booking bound that no balance shows',
  },
  LongestBlockedTrade: {
    service: 'watchdog',
    unit: 'Seconds',
    heard: IF_ANY,
    when: 'every round: age of the longest block by a trade of its two currencies; 0 if none blocks',
  },
  BudgetUsed: {
    service: 'watchdog',
    unit: 'Percent',
    heard: { from: BUDGET_HEARD_FROM },
    when: 'every round: use of the most used rolling limit of all rules and trades',
  },
  WebhookDeliveries: {
    service: 'deliver-webhooks',
    unit: 'Count',
    heard: 'never',
    when: 'every run to a webhook: events that its receiver took',
  },
  WebhookFailures: {
    service: 'deliver-webhooks',
    unit: 'Count',
    heard: 'never',
    when: 'every run to a webhook: attempts that failed; each comes again',
  },
  WebhookDeadLetters: {
    service: 'deliver-webhooks',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every run to a webhook: deliveries whose last attempt failed',
  },
  UntrustedWebhooks: {
    service: 'deliver-webhooks',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every run to a webhook: 1 if nothing is sent because the webhook, or its secret, is not what Sluice wrote, else 0',
  },
  UntrustedRates: {
    service: 'update-books',
    unit: 'Count',
    heard: IF_ANY,
    when: 'every hour that is rolled up: manual rates that are not what Sluice wrote, and so value nothing',
  },
  PausedWebhooks: {
    service: 'queue-deliveries',
    unit: 'Count',
    heard: 'never',
    when: 'every minute: webhooks that Sluice has paused',
  },
  AuditChainBroken: {
    service: 'verify-audit',
    unit: 'Count',
    heard: 'always',
    when: 'every six hours, after following the whole chain: 1 if it is broken or cut off, else 0',
  },
} as const satisfies Readonly<Record<string, CountedValue>>;

export type CountName = keyof typeof COUNTS;

/** A count that CloudWatch hears: an alarm may compare it. */
export type MetricName = {
  [Name in CountName]: (typeof COUNTS)[Name]['heard'] extends 'never' ? never : Name;
}[CountName];

/** Whether CloudWatch hears this value of a count. */
export function isHeard(name: CountName, value: number): boolean {
  const { heard }: CountedValue = COUNTS[name];
  return heard === 'always' || (heard !== 'never' && value >= heard.from);
}

/** The dimensions of a metric, as its function writes it: stages may share an account, and CloudWatch's metrics with it. */
export function dimensionsOf(
  metric: MetricName,
  stage: string,
): { readonly stage: string; readonly service: string } {
  return { stage, service: COUNTS[metric].service };
}
